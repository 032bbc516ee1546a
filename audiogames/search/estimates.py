"""Estimates of means and shares, with 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from typing import Final

CONFIDENCE: Final = 1.96
"""The number of standard errors on each side of the mean that gives 95 %."""


@dataclass(frozen=True)
class Estimate:
    """An estimated figure with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the 95 % confidence interval."""
        return (self.high - self.low) / 2


def mean(strata: Mapping[str, Sequence[float]]) -> Estimate:
    """Estimate the mean of observations in strata of equal weight.

    This is stratified sampling: the interval depends only on the variance within the strata, since
    the strata themselves are fixed.
    """
    kinds = [seen for seen in strata.values() if seen]
    middle = fmean(map(fmean, kinds))
    half = CONFIDENCE * sqrt(sum(_error(seen) for seen in kinds)) / len(kinds)
    return Estimate(middle, middle - half, middle + half)


def _error(seen: Sequence[float]) -> float:
    """Return the squared standard error of the mean; 0 for a single observation.

    The variance of a single observation is unknown.
    """
    return variance(seen) / len(seen) if len(seen) > 1 else 0.0


def wilson(share: float, trials: float) -> Estimate:
    """Return Wilson's score interval for a proportion; it is also valid near 0 and 1.

    Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference,
    Journal of the American Statistical Association 22, 1927.
    """
    squared = CONFIDENCE**2
    middle = (share + squared / (2 * trials)) / (1 + squared / trials)
    within = share * (1 - share) / trials + squared / (4 * trials**2)
    half = CONFIDENCE * sqrt(within) / (1 + squared / trials)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def share(observed: Sequence[float], plays: int) -> Estimate:
    """Estimate a share of wins from the shares in single deals, each played `plays` times.

    Matches with the same cards are not independent: the effective sample size is that of a cluster
    sample (Kish, Survey Sampling, 1965), but at most the number of matches.
    """
    middle = fmean(observed)
    error, matches = _error(observed), float(len(observed) * plays)
    if error > 0:
        matches = min(matches, middle * (1 - middle) / error)
    return wilson(middle, matches)

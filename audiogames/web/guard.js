// Failures that must not stop the page: storage that the browser blocks, and elements that a
// translator or an extension has changed.

/** Return the result of `act`, or null if it throws. */
export function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

"""What takes many minutes: run by `./check --long`, not by `./check`."""

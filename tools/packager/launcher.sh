#!/bin/sh
# Starts the program with the Python and the libraries of this folder, whatever the system has.
exec "$(dirname -- "$(readlink -f -- "$0")")/runtime/bin/audiogames" -I -m audiogames "$@"

# Sourced by play and check, with $root set: makes .venv ready. Arguments go to tools/install.py.

find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    echo "Audiogames needs Python 3.11 or later, and found none." >&2
    return 1
}

make_ready() {
    python=$(find_python) && "$python" -B "$root/tools/install.py" "$@"
}

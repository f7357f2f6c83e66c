#!/bin/sh
# Prints the Python interpreter to use, or says what this machine lacks and the command that installs it.
# Plain sh, because Python itself may be what is missing. It never installs anything.
# usage: check_machine.sh [PYTHON]     PYTHON: an interpreter to use instead of looking for one
set -u

# Prints "VERSION|missing parts|PATH" of one interpreter; nothing if it does not run.
describe() {
    "$1" - 2>/dev/null <<'PYTHON'
import sys
lacks = []
if sys.version_info < (3, 11):
    lacks.append("version")
else:
    import os, sysconfig
    try:
        import ensurepip, venv
    except ImportError:
        lacks.append("venv")
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        lacks.append("headers")
print("%d.%d|%s|%s" % (sys.version_info[0], sys.version_info[1], " ".join(lacks), sys.executable))
PYTHON
}

# Sets python, version and python_lacks: of the first complete interpreter, else of the best one seen.
find_python() {
    python='' version='' python_lacks=python
    for candidate in "$@"; do
        found=$(describe "$candidate") && [ -n "$found" ] || continue
        rest=${found#*|}
        lacks=${rest%%|*}
        if [ -z "$lacks" ] || [ "$python_lacks" = python ] ||
            { [ "$python_lacks" = version ] && [ "$lacks" != version ]; }; then
            version=${found%%|*} python_lacks=$lacks python=${rest#*|}
        fi
        [ -n "$lacks" ] || return
    done
}

# Whether a C program can be compiled and linked against the C library.
compiler_works() {
    directory=$(mktemp -d) || return
    printf '#include <stdio.h>\nint main(void) { return puts("") == EOF; }\n' >"$directory/probe.c"
    ${CC:-cc} "$directory/probe.c" -o "$directory/probe" 2>/dev/null
    status=$?
    rm -rf "$directory"
    return $status
}

# Prints the command that installs the missing parts on this system.
remedy() {
    if command -v apt-get >/dev/null 2>&1; then
        manager='sudo apt-get install' headers=-dev venv=-venv compiler='gcc libc6-dev' fresh=python3.11
    elif command -v dnf >/dev/null 2>&1; then
        manager='sudo dnf install' headers=-devel venv=-libs compiler=gcc fresh=python3.12
    elif command -v brew >/dev/null 2>&1; then
        remedy_brew
        return
    else
        echo "  (with your system's package manager) Python 3.11 or newer with its headers and venv, a C compiler"
        return
    fi
    packages=''
    for part in $lacks; do
        case $part in
        python) packages="$packages python3 python3$headers python3$venv" ;;
        version) packages="$packages $fresh $fresh$headers $fresh$venv" ;;
        headers) packages="$packages python$version$headers" ;;
        venv) packages="$packages python$version$venv" ;;
        compiler) packages="$packages $compiler" ;;
        esac
    done
    echo "  $manager$packages"
}

remedy_brew() {
    case $lacks in *compiler*) echo "  xcode-select --install" ;; esac
    case $lacks in *python* | *version* | *headers* | *venv*) echo "  brew install python@3.13" ;; esac
}

say() {
    case $1 in
    python) echo "  - Python 3.11 or newer" ;;
    version) echo "  - Python 3.11 or newer ($python is $version)" ;;
    headers) echo "  - the headers of Python $version (Python.h, for $python)" ;;
    venv) echo "  - the venv module of Python $version (for $python)" ;;
    compiler) echo "  - a C compiler (${CC:-cc})" ;;
    esac
}

if [ -n "${1:-}" ]; then
    find_python "$1"
else
    find_python python3.13 python3.12 python3.11 python3
fi
lacks=$python_lacks
compiler_works || lacks="$lacks compiler"
if [ -z "$lacks" ]; then
    echo "$python"
    exit 0
fi
{
    echo "This machine lacks:"
    for part in $lacks; do say "$part"; done
    echo "Install it with:"
    remedy
    echo "and run make again (PYTHON=/path/to/python3 chooses another interpreter)."
} >&2
exit 1

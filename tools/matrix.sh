#!/bin/sh
# Runs a short selection of the tests on every Python from 3.11 on that this machine has.
# usage: matrix.sh [--list | --newest]     --list: only name them
#        --newest: only on the newest one but that of .venv, on which all tests run anyway
set -u

# What differs between interpreters: wheels, kernels, rules, a server with its clients, services, the README.
SELECTION="tests/core tests/golden tests/kernels/test_movegen.py tests/web/test_offers.py
    tests/web/test_accounts_cluster.py README.md"

version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

# Prints each interpreter once, by version: one on the path, else one of pyenv.
interpreters() {
    for version in 3.11 3.12 3.13 3.14; do
        for candidate in "python$version" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/"python$version"; do
            [ "$(version_of "$candidate")" = "$version" ] || continue
            tools/check_machine.sh "$candidate" 2>/dev/null && break
        done
    done
}

found=$(interpreters)
own=$(version_of .venv/bin/python)
case ${1:-} in
--list)
    echo "$found"
    exit
    ;;
--newest)
    newest=''
    for python in $found; do
        [ "$(version_of "$python")" = "$own" ] || newest=$python
    done
    found=$newest
    ;;
esac
failed=''
for python in $found; do
    version=$(version_of "$python")
    environment=".venv-$version"
    [ "$version" = "$own" ] && environment=.venv
    printf '\n==> Python %s (%s)\n' "$version" "$environment"
    # shellcheck disable=SC2086
    make --no-print-directory test PYTHON="$python" VENV="$environment" ARGS="-q $(echo $SELECTION)" ||
        failed="$failed $version"
done
[ -z "$failed" ] || { echo "matrix: failed on Python$failed" && exit 1; }

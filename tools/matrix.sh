#!/bin/sh
# Runs a short selection of the tests on every Python from 3.11 on that this machine has.
# usage: matrix.sh [--list | --others]     --list: only name them     --others: leave out that of .venv
set -u

# What differs between interpreters: kernels, rules, a server with its clients, services of a cluster, the README.
SELECTION="tests/core tests/golden tests/kernels/test_movegen.py tests/kernels/test_melds_and_rules.py
    tests/web/test_tables.py tests/web/test_accounts_cluster.py README.md"

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

own=$(version_of .venv/bin/python)
case ${1:-} in
--list)
    interpreters
    exit
    ;;
esac
failed=''
for python in $(interpreters); do
    version=$(version_of "$python")
    environment=".venv-$version"
    if [ "$version" = "$own" ]; then
        [ "${1:-}" = --others ] && continue
        environment=.venv
    fi
    printf '\n==> Python %s (%s)\n' "$version" "$environment"
    # shellcheck disable=SC2086
    make --no-print-directory test PYTHON="$python" VENV="$environment" ARGS="-q $(echo $SELECTION)" || failed="$failed $version"
done
[ -z "$failed" ] || { echo "matrix: failed on Python$failed" && exit 1; }

#!/bin/sh
# Runs a command whose words only matter when it fails: they go to a log, of which then the end is shown.
# usage: quietly.sh LOG COMMAND [ARGUMENT...]
set -u
log=$1
shift
{
    printf '\n$ %s\n' "$*"
    "$@"
} >>"$log" 2>&1 && exit 0
status=$?
{
    echo "This failed: $*"
    echo "The end of $log:"
    tail -n 40 "$log" | sed 's/^/    /'
} >&2
exit $status

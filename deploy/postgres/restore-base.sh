#!/bin/sh
# restore-base.sh BASE DATA [MOMENT]: puts a base backup in the place of a data folder that does not exist, and prepares recovery to
# MOMENT ('2026-11-24 10:15:00+08') or to the end of the WAL. Start PostgreSQL afterwards.
set -eu
base=$1
data=$2
moment=${3:-}
if [ -e "$data" ]; then
  echo "$data 已存在，请先改名或移走" >&2
  exit 1
fi
cp -a "$base" "$data.restoring"
{
  # The restored database archives nothing until somebody has looked at it: see the manual.
  echo "archive_mode = off"
  echo "restore_command = '$(cd "$(dirname "$0")" && pwd)/restore-wal.sh %f %p'"
  if [ -n "$moment" ]; then
    echo "recovery_target_time = '$moment'"
    echo "recovery_target_action = 'promote'"
  fi
} >>"$data.restoring/postgresql.auto.conf"
touch "$data.restoring/recovery.signal"
chmod 700 "$data.restoring"
mv "$data.restoring" "$data"

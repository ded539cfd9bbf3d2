#!/bin/sh
# Watches the primary from the host of its synchronous standby and promotes the standby when the primary has not answered TRIES times.
# Two hosts cannot tell a dead primary from a broken line: FENCE of promote-standby.sh has to be able to end the primary for sure. With three
# hosts use Patroni instead. Settings, besides those of promote-standby.sh:
#   PRIMARY  how psql reaches the primary, for instance "host=10.0.0.11 user=watch dbname=postgres connect_timeout=2"; needs pg_monitor
#   NAME     the application_name of this standby in synchronous_standby_names
#   TRIES    3
set -eu
: "${PRIMARY:?}" "${NAME:?}" "${PGDATA:?}"
tries=${TRIES:-3}
failed=0
while [ "$failed" -lt "$tries" ]; do
  if state=$(timeout 2 psql --no-psqlrc --tuples-only --no-align --quiet --command \
    "select coalesce((select case when sync_state in ('sync', 'quorum') then 'sync' else sync_state end from pg_stat_replication where application_name = '$NAME' limit 1), 'none')" \
    "$PRIMARY"); then
    failed=0
    echo "$state" > "$PGDATA/mingxi-sync-state"
  else
    failed=$((failed + 1))
    echo "主库没有应答（$failed/$tries）" >&2
  fi
  sleep 1
done
exec sh "$(dirname "$0")/promote-standby.sh"

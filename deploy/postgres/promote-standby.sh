#!/bin/sh
# Makes this standby the primary. Run it on the standby's host as the user of PostgreSQL; deploy/postgres/watch-primary.sh runs it by itself.
# docs/operations/growing.md says when. Settings are environment variables:
#   PGDATA   the data folder of this standby
#   LOCAL    how psql reaches this standby as a superuser, for instance "host=/run/postgresql dbname=postgres"
#   FENCE    a command that ends with 0 only when the former primary cannot answer any more: switch off its power, stop its virtual machine
#   AFTER    a command that sends connections here: rewrite the host of PgBouncer and reload it, move a virtual address
#   FORCE    1: promote although it is not known that this standby had everything that was acknowledged
set -eu
: "${PGDATA:?}" "${LOCAL:?}" "${FENCE:?}"
ask() { psql --no-psqlrc --tuples-only --no-align --quiet --command "$1" "$LOCAL"; }

[ "$(ask 'select pg_is_in_recovery()')" = t ] || { echo "本机已经是主库，没有可做的" >&2; exit 1; }
# The watcher notes whether the primary waited for this standby; without that, what it acknowledged last may be missing here.
if [ "$(cat "$PGDATA/mingxi-sync-state" 2>/dev/null)" != sync ] && [ "${FORCE:-}" != 1 ]; then
  echo "不能确认本机有全部已确认的数据（同步复制当时未生效）；确定要继续请设 FORCE=1" >&2
  exit 1
fi
sh -c "$FENCE" || { echo "旧主库没有被隔离（FENCE 失败），不提升，以免出现两个主库" >&2; exit 1; }
pg_ctl promote --pgdata "$PGDATA" --wait --timeout 20 >/dev/null
# There is no standby now. A commit would wait for one for ever.
ask "alter system set synchronous_standby_names = ''" >/dev/null
ask 'select pg_reload_conf()' >/dev/null
sh -c "${AFTER:-true}" || { echo "已提升为主库，但切换连接（AFTER）失败，请手工执行" >&2; exit 1; }
echo "已提升为主库；请尽快建立新的备库，并恢复 synchronous_standby_names"

#!/bin/sh
# base-backup.sh: a base backup named by time in BASE_FOLDER, checked by pg_verifybackup. Keeps the newest BASE_KEEP, and of the WAL only
# what they need. The connection comes from the environment (PGHOST, PGPORT, PGUSER, PGPASSWORD or ~/.pgpass).
set -eu
bases=${BASE_FOLDER:-/var/backups/mingxi-postgres/base}
keep=${BASE_KEEP:-7}
name=$(date -u +%Y%m%d-%H%M%S)
umask 077
rm -rf "$bases"/.unfinished-*
pg_basebackup --pgdata="$bases/.unfinished-$name" --format=plain --wal-method=stream --checkpoint=fast
pg_verifybackup --quiet "$bases/.unfinished-$name"
mv "$bases/.unfinished-$name" "$bases/$name"

ls "$bases" | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "${bases:?}/$old"; done
oldest=$(ls "$bases" | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$bases/$oldest/backup_label")
for folder in "${WAL_ARCHIVE:-/var/backups/mingxi-postgres/wal}" "${WAL_STREAM:-/var/backups/mingxi-postgres/wal-stream}"; do
  if [ -d "$folder" ]; then pg_archivecleanup "$folder" "$first"; fi
done

#!/bin/sh
# archive_command: archive-wal.sh %p %f. Copies one finished WAL segment into WAL_ARCHIVE. A segment that is there already must be the
# same, otherwise PostgreSQL keeps its own and tries again.
set -eu
folder=${WAL_ARCHIVE:-/var/backups/mingxi-postgres/wal}
if [ -e "$folder/$2" ]; then
  exec cmp -s "$1" "$folder/$2"
fi
cp "$1" "$folder/.$2.part"
sync "$folder/.$2.part"
mv "$folder/.$2.part" "$folder/$2"

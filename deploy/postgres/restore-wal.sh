#!/bin/sh
# restore_command: restore-wal.sh %f %p. Takes a segment from the archive, or from what pg_receivewal received; the last one there is
# unfinished and ends in .partial.
set -eu
folder=${WAL_ARCHIVE:-/var/backups/mingxi-postgres/wal}
stream=${WAL_STREAM:-/var/backups/mingxi-postgres/wal-stream}
for file in "$folder/$1" "$stream/$1" "$stream/$1.partial"; do
  if [ -e "$file" ]; then
    exec cp "$file" "$2"
  fi
done
exit 1

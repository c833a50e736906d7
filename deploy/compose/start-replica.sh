#!/bin/bash
# Copies the database when there is no copy yet, then follows it.
set -euo pipefail
PGPASSWORD=$(cat /run/secrets/replica_password)
export PGPASSWORD
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Copied beside it and renamed: a copy that was cut off has no mark of a replica yet, and would start as a database of its own.
  rm -rf "$PGDATA" "$PGDATA.new"
  install --directory --mode=700 --owner=postgres "$PGDATA.new"
  gosu postgres pg_basebackup --host=database --username=replica --pgdata="$PGDATA.new" --wal-method=stream \
    --checkpoint=fast --write-recovery-conf
  mv "$PGDATA.new" "$PGDATA"
fi
exec gosu postgres postgres -c hot_standby_feedback=on

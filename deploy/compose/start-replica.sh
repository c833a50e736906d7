#!/bin/bash
# Copies the database when there is no copy yet, then follows it.
set -euo pipefail
PGPASSWORD=$(cat /run/secrets/database_password)
export PGPASSWORD
install --directory --mode=700 --owner=postgres "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  gosu postgres pg_basebackup --host=database --username=channelbook --pgdata="$PGDATA" --wal-method=stream \
    --checkpoint=fast --write-recovery-conf
fi
exec gosu postgres postgres -c hot_standby_feedback=on

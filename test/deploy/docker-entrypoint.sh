#!/bin/bash
# Does in an image of a distribution's PostgreSQL what compose.yaml relies on in the image postgres:18: a new database with the
# superuser, password and options that the environment names, /docker-entrypoint-initdb.d once, then the server as the user postgres.
set -euo pipefail
if [ "$1" != postgres ]; then exec "$@"; fi
install --directory --owner=postgres --mode=700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  gosu postgres initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  gosu postgres pg_ctl --wait --options='-c listen_addresses=' start
  for file in /docker-entrypoint-initdb.d/*.sh; do gosu postgres bash "$file"; done
  gosu postgres pg_ctl --wait stop
fi
exec gosu postgres "$@"

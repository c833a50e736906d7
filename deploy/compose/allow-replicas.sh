#!/bin/bash
# Runs once, in a new database: the owner may make copies of it, with its password, from the containers' own network.
set -euo pipefail
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --command='alter role current_user replication'
echo 'host replication all samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"

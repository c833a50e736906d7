#!/bin/bash
# Runs once, in a new database, as its superuser, which nothing else uses: one role owns the tables, the server's may only write
# rows, and one may only make copies. Passwords are read by psql itself, so that no list of processes shows them.
set -euo pipefail
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=ON_ERROR_STOP=1 <<'SQL'
\set owner `cat /run/secrets/owner_password`
\set server `cat /run/secrets/server_password`
\set copy `cat /run/secrets/replica_password`
create role channelbook_owner login password :'owner';
create role channelbook login password :'server';
create role replica login replication password :'copy';
create database channelbook owner channelbook_owner;
SQL
echo 'host replication replica samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"

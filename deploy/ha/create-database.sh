#!/bin/sh
# Patroni calls it on the first primary, with its address; readable by postgres only: /etc/patroni/create-database.sh
exec psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$1" <<'SQL'
create role channelbook login password '${databasePassword}';
create database channelbook owner channelbook template template0 encoding 'UTF8' locale 'C.UTF-8';
SQL

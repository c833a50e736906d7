#!/bin/sh
# Restores the newest backup with all of the archived log into a folder of its own, starts PostgreSQL there, for this machine alone, and
# checks what is in it with `cli verify`. Prints how long each step took, how many rows and uses were found, and ends with 0 only if
# all is well; the folder is gone afterwards. The database in use, its backups and its archive are not touched.
#
#   deploy/backup/drill.sh [TIME]      to a point in time: '2026-11-26 10:15:00+00'
#
# To be run by the user of PostgreSQL, or by root. Settings, by the environment:
#   STANZA      of pgBackRest (channelbook)
#   DATABASE    the name of the product's database (channelbook)
#   SUPERUSER   of PostgreSQL (postgres)
#   PG_BIN      the folder of PostgreSQL's programs (those of pg_config --bindir)
#   DRILL_DIR   where there is room for the whole database (/var/tmp)
#   VERIFY      the product's command (npm run --silent cli -- verify)
#   DRILL_PORT  where the copy listens meanwhile, on 127.0.0.1 (a port from 20000 on)
# Those of pgBackRest itself, such as PGBACKREST_CONFIG, hold too.
set -eu
umask 077
target=${1:-}
stanza=${STANZA:-channelbook}
database=${DATABASE:-channelbook}
bin=${PG_BIN:-$(pg_config --bindir)}
superuser=${SUPERUSER:-postgres}
verify=${VERIFY:-npm run --silent cli -- verify}

as_postgres() (
  cd /
  if [ "$(id -u)" = 0 ]; then exec setpriv --reuid postgres --regid postgres --init-groups -- "$@"; else exec "$@"; fi
)
folder=$(as_postgres mktemp -d "${DRILL_DIR:-/var/tmp}/channelbook-drill.XXXXXX")
data=$folder/data
finish() {
  status=$?
  trap - EXIT
  if [ -e "$data/postmaster.pid" ]; then as_postgres "$bin/pg_ctl" stop --silent --mode=immediate --pgdata="$data" || true; fi
  rm -rf "$folder"
  [ $status = 0 ] || echo 'THE DRILL FAILED' >&2
  exit $status
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

begin=$(date +%s)
from=$begin
# Prints a line: what, how long since the last one, and what there is to say.
step() { now=$(date +%s); printf '%-10s %5d s  %s\n' "$1" $((now - from)) "$2"; from=$now; }
write() { as_postgres sh -c 'cat > "$1"' sh "$1"; }

as_postgres mkdir -m 700 "$data"
set --
[ -z "$target" ] || set -- --type=time "--target=$target" --target-action=promote
# Without an archive of its own: the copy must never write into that of the database in use.
as_postgres pgbackrest --stanza="$stanza" --pg1-path="$data" --archive-mode=off \
  --tablespace-map-all="$folder/tablespaces" "$@" restore
step restored "$(du -sh "$data" | cut -f1)"

# The configuration may be outside the data folder (Debian), and would lead to the port and archive of the database in use.
port=${DRILL_PORT:-$((20000 + $$ % 10000))}
password=$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')
write "$folder/hba" <<HBA
local all all trust
host all drill 127.0.0.1/32 scram-sha-256
HBA
write "$folder/conf" <<CONF
data_directory = '$data'
hba_file = '$folder/hba'
unix_socket_directories = '$folder'
# Where a standby could be asked, it would need as many connections as the database in use has.
hot_standby = off
CONF
as_postgres "$bin/pg_ctl" start --silent --wait --timeout=86400 --pgdata="$data" --log="$folder/log" --options="-c config_file=$folder/conf \
  -c port=$port -c listen_addresses=127.0.0.1 -c archive_mode=off -c ssl=off -c shared_preload_libraries=" ||
  { cat "$folder/log" >&2; exit 1; }
# By standard input: everybody on the machine sees command lines.
ask() {
  printf '%s\n' "$1" | as_postgres "$bin/psql" --host="$folder" --port="$port" --username="$superuser" --dbname="$database" \
    --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1
}
# It answers once it has replayed the archive, which may take as long as the rest; or it gives up, and its log says why.
until as_postgres "$bin/pg_isready" --quiet --host="$folder" --port="$port"; do
  as_postgres "$bin/pg_ctl" status --pgdata="$data" > /dev/null || { cat "$folder/log" >&2; exit 1; }
  sleep 1
done
step replayed "$(sed -n 's/.*last completed transaction was at log time \(.*\)/up to \1/p' "$folder/log")"

ask "create role drill superuser login password '$password'"
ask "select format('%-10s %9s     %s', '', count, name) from (
  select 1 as place, 'channels' as name, count(*) from channel
  union all select 2, 'contacts', count(*) from contact
  union all select 3, 'people', count(*) from person
  union all select 4, 'reveals', count(*) from reveal
  union all select 5, 'purchases', count(*) from purchase
  union all select 6, 'uses given', coalesce(sum(amount) filter (where amount > 0), 0) from uses_entry
  union all select 7, 'uses spent', coalesce(-sum(amount) filter (where amount < 0), 0) from uses_entry
  union all select 8, 'uses left', coalesce(sum(amount), 0) from uses_entry) found order by place"
step counted ''

env -u DATABASE_MIGRATION_URL -u DATABASE_REPLICA_URLS -u DATABASE_URL_FILE \
  DATABASE_URL="postgres://drill:$password@127.0.0.1:$port/$database" $verify
step verified ''
printf '%-10s %5d s\n' all $(($(date +%s) - begin))

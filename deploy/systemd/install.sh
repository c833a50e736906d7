#!/bin/sh
# As root: install.sh ARCHIVE installs that release as a service, or upgrades to it; install.sh --remove takes it off again.
# ARCHIVE is channelbook-VERSION-linux-ARCH.tar.gz of a release, or of `node scripts/archive.mjs`. Settings and data stay in both.
set -eu
UNIT=/etc/systemd/system/channelbook.service
SETTINGS=/etc/channelbook
PROGRAMS=/opt/channelbook

# In an image that is being built there is no systemd to talk to.
control() { if [ -d /run/systemd/system ]; then systemctl "$@"; fi; }

stop_with() { echo "$1" >&2; exit 1; }
[ "$(id -u)" = 0 ] || stop_with 'run this as root'

if [ "${1:-}" = --remove ]; then
  control disable --now channelbook
  rm -rf "$UNIT" "$PROGRAMS" /var/cache/channelbook
  control daemon-reload
  echo "removed; kept: $SETTINGS, /var/lib/channelbook, the user channelbook and the database"
  exit 0
fi

ARCHIVE=${1:-}
[ -f "$ARCHIVE" ] || stop_with 'usage: install.sh ARCHIVE, or install.sh --remove'
NAME=$(basename "$ARCHIVE" .tar.gz)
id channelbook > /dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/channelbook --shell /usr/sbin/nologin channelbook

# Unpacked beside the others and renamed, so that an interrupted installation leaves nothing that could be started.
mkdir -p "$PROGRAMS" "$SETTINGS"
rm -rf "$PROGRAMS/.new"
mkdir "$PROGRAMS/.new"
tar --extract --gzip --no-same-owner --file "$ARCHIVE" --directory "$PROGRAMS/.new"
rm -rf "${PROGRAMS:?}/$NAME"
mv "$PROGRAMS/.new" "$PROGRAMS/$NAME"

if [ ! -e "$SETTINGS/channelbook.env" ]; then
  install -m 640 -g channelbook "$PROGRAMS/$NAME/deploy/systemd/channelbook.env" "$SETTINGS/channelbook.env"
fi
install -m 644 "$PROGRAMS/$NAME/deploy/systemd/channelbook.service" "$UNIT"
ln -sfn "$NAME" "$PROGRAMS/.current" && mv -T "$PROGRAMS/.current" "$PROGRAMS/current"
control daemon-reload
control enable channelbook
control restart channelbook
# The release before this one stays, to go back to; older ones go.
find "$PROGRAMS" -mindepth 1 -maxdepth 1 -type d ! -name "$NAME" -printf '%T@ %p\n' | sort -rn | tail -n +2 | cut -d' ' -f2- | xargs -r rm -rf
echo "installed $NAME; its settings are in $SETTINGS/channelbook.env, its log in: journalctl -u channelbook"

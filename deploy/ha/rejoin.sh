#!/bin/sh
# Brings a standby back that a new primary has left behind; runs beside Patroni: /etc/patroni/rejoin.sh CONFIG
# A standby may have received more than the one that was promoted. Patroni 3.0 asks once whether it has to be rewound, by what it
# has replayed by then; if it replays the rest later, it stays on the old timeline for good, and Patroni calls it running. After a
# restart Patroni asks again, and rewinds it.
set -u
config=$1
name='${name}'

list() { timeout 15 patronictl -c "$config" list "$@"; }

# How far (MB) it is behind, while its timeline is older than the leader's. Columns: cluster, member, host, role, state, timeline, lag.
lag_on_old_timeline() {
  list --format tsv | awk -F '\t' -v me="$name" '
    $4 == "Leader" { leader = $6 }
    $2 == me && $5 == "running" { mine = $6; lag = int($7) }
    END { if (leader != "" && mine != "" && mine + 0 < leader + 0) print lag }'
}

looks=0 last=0
while sleep 15; do
  lag=$(lag_on_old_timeline)
  # One that is catching up comes nearer to the leader.
  if [ -z "$lag" ] || [ "$lag" -lt "$last" ]; then looks=0; else looks=$((looks + 1)); fi
  last=$((lag + 0))
  [ "$looks" -ge 3 ] || continue
  # During a pause an operator works on it by hand.
  list | grep -q 'Maintenance mode: on' && continue
  echo "$name stays on an old timeline: restarting its PostgreSQL, so that Patroni rewinds it"
  timeout 120 patronictl -c "$config" restart --force --role replica channelbook "$name"
  looks=0 last=0
  # For the rewind; and for the alert, if this has not helped.
  sleep 600
done

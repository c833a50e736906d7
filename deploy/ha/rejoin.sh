#!/bin/sh
# Brings a standby back that a new primary has left behind; runs beside Patroni: /etc/patroni/rejoin.sh CONFIG
# A standby may have received more than the one that was promoted. Patroni 3.0 asks once whether it has to be rewound, by what it
# has replayed by then; if it replays the rest later, it stays on the old timeline for good, and Patroni calls it running. After a
# restart Patroni asks again, and rewinds it.
set -u
config=$1
name='${name}'

# Columns: cluster, member, host, role, state, timeline.
left_behind() {
  timeout 15 patronictl -c "$config" list --format tsv 2>/dev/null |
    awk -F '\t' -v me="$name" '
      $4 == "Leader" { leader = $6 }
      $2 == me && $5 == "running" { mine = $6 }
      END { exit !(leader != "" && mine != "" && mine + 0 < leader + 0) }'
}

looks=0
while sleep 15; do
  if left_behind; then looks=$((looks + 1)); else looks=0; fi
  # A standby that follows changes its timeline within seconds.
  if [ "$looks" -ge 3 ]; then
    echo "$name stays on an old timeline: restarting its PostgreSQL, so that Patroni rewinds it"
    timeout 120 patronictl -c "$config" restart --force channelbook "$name"
    looks=0
  fi
done

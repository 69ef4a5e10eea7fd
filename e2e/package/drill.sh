#!/bin/sh
# The life of an installation, from the first to the last day, as root of a machine with systemd that has nothing else.
# Takes /old.deb and /new.deb. Ends at the first step that goes wrong; after each that went well it prints a line "ok".
set -eu

node=/usr/lib/fieldwatch/node/bin/node
# A machine that lives for minutes need not have its files on disk.
dpkg() { command dpkg --force-unsafe-io "$@"; }
ok() { echo "ok $*"; }

# The service is active when it is ready.
ready() {
  port=${1-8080}
  systemctl is-active --quiet fieldwatch || { journalctl --no-pager -u fieldwatch; exit 1; }
  $node -e "fetch('http://127.0.0.1:$port/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))"
}

property() { systemctl show --value --property="$1" fieldwatch; }

# Sends a record, or with "count" counts those that are there.
unit() { NODE_NO_WARNINGS=1 $node /unit.mjs "$@"; }

dpkg -i /old.deb
$node -e "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))"
ok the package returns when the portal is ready

# The first administrator while the first start is under way, and before and after.
for seconds in 0 2 4; do
  for round in 1 2 3; do
    systemctl stop fieldwatch
    rm -rf /var/lib/fieldwatch/*
    systemctl start --no-block fieldwatch
    sleep $seconds
    fieldwatch admin create --email "you-$round@example.org" --entity Ours | grep -q '^Password: '
    systemctl start fieldwatch
    ready
  done
  ok three times the first administrator is created $seconds s after the first start
done
systemctl stop fieldwatch
rm -rf /var/lib/fieldwatch/*
systemctl start fieldwatch

[ "$(systemctl is-enabled fieldwatch)" = enabled ]
[ "$(stat -c %U "/proc/$(property MainPID)")" = fieldwatch ]
ok installed, enabled, ready and not root

PASSWORD=$(fieldwatch admin create --email you@example.org --entity Ours | sed -n 's/^Password: //p')
export PASSWORD
unit add
unit send
[ "$(unit count)" = 1 ]
ok the first administrator adds a unit, whose record is there

journalctl --no-pager -u fieldwatch -p info | grep -q 'Fieldwatch is ready'
! journalctl --no-pager -u fieldwatch -p info | grep -q '<6>'
! journalctl --no-pager -u fieldwatch -p warning | grep -q 'Fieldwatch is ready'
ok the journal knows priorities

fieldwatch backup /var/backups/fieldwatch/one.tar.zst
fieldwatch backup verify /var/backups/fieldwatch/one.tar.zst
fieldwatch doctor
ok backup and doctor run as the user of the portal

sed -i 's/^#FIELDWATCH_LOG_LEVEL=.*/FIELDWATCH_LOG_LEVEL=debug/' /etc/fieldwatch/env
dpkg -i /new.deb
ready
grep -q '^FIELDWATCH_LOG_LEVEL=debug' /etc/fieldwatch/env
[ "$(unit count)" = 1 ]
ok an update keeps settings and records, and starts the portal again

systemctl stop fieldwatch
[ "$(property Result)" = success ]
dpkg -i /new.deb
! systemctl is-active --quiet fieldwatch
ok a portal that was stopped stays so in an update

mv /var/lib/fieldwatch/postgres /var/lib/fieldwatch/postgres.before
fieldwatch restore /var/backups/fieldwatch/one.tar.zst
rm -r /var/lib/fieldwatch/postgres.before
systemctl start fieldwatch
ready
[ "$(unit count)" = 1 ]
ok a backup is restored

mkdir -p /etc/systemd/system/fieldwatch.service.d
cp /usr/share/doc/fieldwatch/low-ports.conf /etc/systemd/system/fieldwatch.service.d/
sed -i 's/^#FIELDWATCH_PORT=.*/FIELDWATCH_PORT=80/' /etc/fieldwatch/env
systemctl daemon-reload
systemctl restart fieldwatch
ready 80
sed -i 's/^FIELDWATCH_PORT=.*/FIELDWATCH_PORT=8080/' /etc/fieldwatch/env
ok it listens on a port below 1024 where that is asked for

dpkg -r fieldwatch
[ ! -e /usr/lib/fieldwatch ]
[ -e /var/lib/fieldwatch/postgres ]
dpkg -i /new.deb
ready
[ "$(unit count)" = 1 ]
ok what was removed comes back with its records

dpkg -P fieldwatch
[ ! -e /etc/fieldwatch ]
[ -e /var/lib/fieldwatch/postgres ]
ok purged without the word, data stay

dpkg -i /new.deb
ready
touch /etc/fieldwatch/remove-data
dpkg -P fieldwatch
[ ! -e /var/lib/fieldwatch ]
[ ! -e /var/backups/fieldwatch ]
! getent passwd fieldwatch
ok purged with the word, nothing is left

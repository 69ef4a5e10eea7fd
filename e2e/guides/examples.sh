# Before the examples of a guide: what is not run here is noted if it is ours, and otherwise does nothing.
set -euo pipefail
# Settings are written as they are in a file of them.
set -a
# What a command asks for.
exec <"$ANSWER"

note() {
  { printf '%s\n' "$@"; echo ---; env | grep -E '^(FIELDWATCH_[A-Z_0-9]*|DATABASE_URL|NATS_URL)=' || true; } \
    >"$NOTES/$((NOTED += 1))"
}
curl() { command curl --fail-with-body --silent --show-error "$@"; }
npm() { note npm "$@"; }
fieldwatch() { note fieldwatch "$@"; }
npx() {
  case $1 in
  *.tgz) shift && fieldwatch "$@" ;;
  fieldwatch)
    case $2 in apply) set -- "$@" --yes ;; esac
    "$NODE" "$CLI" "${@:2}"
    ;;
  esac
}
sudo() { case $1 in fieldwatch) "$@" ;; esac; }
docker() { case $1 in exec) "${@:3}" ;; esac; }
tar() { mkdir -p fieldwatch-0.1.0; }
# Looks at a portal with TLS.
openssl() { case $1 in s_client) ;; *) command openssl "$@" ;; esac; }
# Each needs what is not here; other tests of the same page read what psql, duckdb and promtool read.
git() { :; }
journalctl() { :; }
mosquitto_pub() { :; }
mosquitto_sub() { :; }
psql() { :; }
duckdb() { :; }
promtool() { :; }
NOTED=0

#!/bin/sh
# Starts and stops the nodes of a machine without a service manager:
#   deploy/node.sh start NUMBER   returns when the node is ready
#   deploy/node.sh stop NUMBER    returns when its process has ended
# The folder SHOP has the settings of all nodes, shop.properties, and those of one, node-NUMBER.env. The log and the
# process id of the node are beside them.
set -eu

if [ $# != 2 ]; then
  sed -n '2,6s/^# //p' "$0" >&2
  exit 2
fi
: "${SHOP:?names the folder of shop.properties}"
command=$1
number=$2
program=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
files=$SHOP/node-$number

# After a crash the file may hold the number of another process; that of a node has this script's arguments before it has
# its own. One that has ended may be listed, without arguments, until its parent has read its status.
is_running() {
  [ -f "$files.pid" ] || return 1
  case $(ps -ww -o args= -p "$(cat "$files.pid")") in
    *" --config $SHOP/shop.properties"* | *node.sh\ start\ "$number") ;;
    *) return 1 ;;
  esac
}

launch() {
  nohup "$program/tradewind" start --config "$SHOP/shop.properties" >>"$files.log" 2>&1 </dev/null &
  echo $! >"$files.pid"
  until curl -fs -o /dev/null "http://127.0.0.1:$TRADEWIND_MANAGEMENT_PORT/health/ready"; do
    is_running || return 1
    sleep 0.3
  done
}

# As a service manager does, starts a node again that ends, such as one whose database was not there yet.
start() {
  if is_running; then
    echo "node.sh: node $number is running already." >&2
    exit 1
  fi
  set -a
  . "$files.env"
  set +a
  launch || launch || launch || {
    echo "node.sh: node $number has ended three times; $files.log says why." >&2
    exit 1
  }
  echo "Node $number is ready."
}

stop() {
  if is_running; then
    kill "$(cat "$files.pid")"
    while is_running; do
      sleep 0.1
    done
  fi
  rm -f "$files.pid"
  echo "Node $number has stopped."
}

case $command in
  start) start ;;
  stop) stop ;;
  *)
    echo "node.sh: there is no command $command." >&2
    exit 2
    ;;
esac

# FOLDER SECONDS COMMAND...: run the command in FOLDER/work and leave its exit status in FOLDER/.status.
# Its whole process group ends with the time, and with the connection: when standard input does.
folder=$1 seconds=$2
shift 2
cd "$folder/work" || exit 1
trap '' HUP
exec 3<&0
(trap - HUP; exec setsid "$@") </dev/null 3<&- &
program=$!
(cat <&3; echo >"$folder/.gone"; kill -KILL -$program) >/dev/null 2>&1 &
gone=$!
(
  exec 3<&-
  sleep "$seconds" &
  trap "kill $!; exit" TERM
  wait $!
  echo late >"$folder/.late"
  kill -KILL -$program
) >/dev/null 2>&1 &
late=$!
wait $program 2>/dev/null
status=$?
kill $gone $late 2>/dev/null
kill -KILL -$program 2>/dev/null
if [ -e "$folder/.gone" ]; then
  cd / && rm -rf "$folder" # nobody will ask
  exit 1
fi
if [ -e "$folder/.late" ]; then echo late; else echo $status; fi >"$folder/.status"

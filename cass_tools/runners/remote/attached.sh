# FOLDER SECONDS COMMAND...: run the command in FOLDER/work as it is; its exit status.
cd "$1/work" || exit 1
shift 2
exec "$@"

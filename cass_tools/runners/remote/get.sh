# FOLDER NAME...: an archive of the exit status and of the named files in FOLDER/work; then FOLDER is removed.
folder=$1
shift
cd "$folder" || exit 1
for name; do
  shift
  [ -f "work/$name" ] && set -- "$@" "./work/$name"
done
[ -e .status ] && set -- ./.status "$@"
[ $# -gt 0 ] && tar -chf - "$@"
result=$?
cd / && rm -rf "$folder"
[ $# -eq 0 ] || exit $result

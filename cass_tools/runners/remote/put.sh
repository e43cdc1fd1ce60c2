# Unpack standard input into a new folder, and print its path.
folder=$(mktemp -d "${TMPDIR:-/tmp}/cass-XXXXXXXX") || exit 1
mkdir "$folder/work" && tar -C "$folder" -xzf - || { rm -rf "$folder"; exit 1; }
echo "$folder"

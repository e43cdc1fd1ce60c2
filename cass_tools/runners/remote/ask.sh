# What runs programs here: AMD GPUs by the driver's version numbers, ROCm's runtime, cass.
for file in /sys/class/kfd/kfd/topology/nodes/*/properties; do
  [ -r "$file" ] && sed -n 's/^gfx_target_version \([1-9][0-9]*\)$/gpu \1/p' "$file"
done
if [ -e /opt/rocm/lib/libamdhip64.so ] || PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -q libamdhip64; then
  echo library
fi
command -v cass >/dev/null && echo cass
exit 0

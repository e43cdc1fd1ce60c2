// Calls a function in one thread of the group.
template <typename Group, typename Function, typename... Arguments>
__device__ inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0) function(arguments...);
}

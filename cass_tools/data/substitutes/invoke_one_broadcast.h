// Calls a function in one thread of the group and gives its result to all.
template <typename Group, typename Function, typename... Arguments>
__device__ inline auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments)
    -> decltype(function(arguments...)) {
    decltype(function(arguments...)) result{};
    if (group.thread_rank() == 0) result = function(arguments...);
    return group.shfl(result, 0);
}

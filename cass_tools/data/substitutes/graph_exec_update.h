// What CUDA 12 says of a graph's update; HIP has its parts.
struct graph_exec_update {
    hipGraphExecUpdateResult result;
    hipGraphNode_t errorNode;
    hipGraphNode_t errorFromNode;
};

// The update as CUDA 12 declares it; HIP does not say from where a dependency came.
inline hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, graph_exec_update* info) {
    info->errorNode = nullptr;
    info->errorFromNode = nullptr;
    return ::hipGraphExecUpdate(exec, graph, &info->errorNode, &info->result);
}

/** Renderer for `ds_world_draw`: a function for each primitive, all in world coordinates [m]; a null function
 * draws nothing, except that arrows are then segments. They must not change the world. */
typedef struct DsDebugDraw {
    void* data; /**< First argument of each function. */
    void (*polygon)(void* data, const DsVec2* points, size_t count, float radius, const DsDebugStyle* style);
    void (*circle)(void* data, DsVec2 center, float radius, DsRot rotation, const DsDebugStyle* style);
    void (*capsule)(void* data, DsVec2 a, DsVec2 b, float radius, const DsDebugStyle* style);
    void (*segment)(void* data, DsVec2 a, DsVec2 b, const DsDebugStyle* style);
    void (*point)(void* data, DsVec2 position, const DsDebugStyle* style);
    void (*arrow)(void* data, DsVec2 from, DsVec2 to, const DsDebugStyle* style);
    void (*text)(void* data, DsVec2 position, const char* text, const DsDebugStyle* style);
} DsDebugDraw;

/** Runs `task(context, worker)` once for every worker in [0, workers), see TaskScheduler in C++: worker 0 on
 * the calling thread, the others on any thread, and returns when all calls have returned. Calls that it
 * leaves out are made when it returns, and a second call for a worker does nothing. */
typedef void (*DsRunTasks)(void* data, int32_t workers, void (*task)(void* context, int32_t worker),
                           void* context);

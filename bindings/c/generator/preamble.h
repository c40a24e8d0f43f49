/** Version of this interface: the major part changes where a program has to be compiled again. */
#define DS_VERSION_MAJOR 0
#define DS_VERSION_MINOR 1
#define DS_VERSION (DS_VERSION_MAJOR * 1000 + DS_VERSION_MINOR)

/** Result of a function. Except with DS_OK, nothing was changed and no result was written, unless the
 * function says otherwise; `ds_last_error` has the reason in words. */
typedef int32_t DsStatus;
enum {
    DS_OK = 0,
    DS_ERROR_ARGUMENT = 1,     /**< Misuse or bad data: where C++ throws `Error`. */
    DS_ERROR_NULL_POINTER = 2, /**< A pointer that must not be null is. */
    DS_ERROR_HANDLE = 3, /**< A handle of the library is null, of another kind, or of a destroyed object. */
    DS_ERROR_BUSY = 4,   /**< The object is in use: a callback of a call on it, or another thread. */
    DS_ERROR_READ_ONLY = 5, /**< The object may only be read, as the world of a player. */
    DS_ERROR_MEMORY = 6,    /**< An allocation failed. */
    DS_ERROR_LAYOUT = 7,    /**< Header and library are of different versions. */
    DS_ERROR_OTHER = 8      /**< An error of the standard library, such as a refused thread. */
};

/** Returns the reason of the last status other than DS_OK in this thread, which names the function, the
 * argument and the value; an empty text if there was none. Valid until the next call in this thread. */
DS_API const char* ds_last_error(void);
/** Returns DS_VERSION of the library. */
DS_API uint32_t ds_version(void);
/** Serves `ds_check_layout`. */
DS_API DsStatus ds_check_sizes(uint32_t version, const uint16_t* sizes, size_t count);

/** Memory of results whose size varies: lists, texts, and the polygons of definitions. A function that takes
 * one puts its lists there and points to them; they are valid until the buffer is cleared or destroyed. One
 * call at a time. */
typedef struct DsBuffer {
    uint64_t id;
} DsBuffer;

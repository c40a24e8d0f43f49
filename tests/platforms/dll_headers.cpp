// The public headers as programs see them that link DLLs: compiled only.
#include <drystone/collision.h>
#include <drystone/drystone.h>

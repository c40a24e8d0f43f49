#pragma once

#include <drystone/collision/error.h>

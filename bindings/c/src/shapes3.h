#pragma once

namespace drystone::c {}

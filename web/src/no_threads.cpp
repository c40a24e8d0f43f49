// What the modules without threads have in place of threads.cpp.

#include "threads.h"

namespace drystone::web {

void take(std::vector<Helper*>& /*helpers*/, int /*count*/) {}
void give_back(const std::vector<Helper*>& /*helpers*/) {}
bool may_share() { return false; }
void call(Helper& /*helper*/, const FunctionRef<void(int worker)>& /*task*/, int /*worker*/) {}
bool take_back(Helper& /*helper*/) { return true; }
bool await(Helper& /*helper*/) { return true; }
std::exception_ptr take_error(Helper& /*helper*/) { return nullptr; }
void show_grown_memory() {}

}  // namespace drystone::web

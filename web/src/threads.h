#pragma once

#include <drystone/collision/function_ref.h>

#include <exception>
#include <vector>

/// Threads of the module for the Web: workers of JavaScript that run it on the same memory. All but `help` is
/// called by the thread that the page or program uses the engine on.
namespace drystone::web {

/// A worker of JavaScript. It starts some time after it was asked for, or never, so nothing ever waits for
/// its start.
struct Helper;

/// Appends helpers that are to work for one pool, `count` of them, or fewer where no more can be had.
void take(std::vector<Helper*>& helpers, int count);
/// Gives helpers back. They stay for the next pool, and end some time after the last pool has.
void give_back(const std::vector<Helper*>& helpers);

/// Returns whether helpers may be called now: they cannot call functions of JavaScript.
[[nodiscard]] bool may_share();
/// Asks a helper to call `task(worker)`, which has to live until `take_back` has returned true, or `await`
/// has returned.
void call(Helper& helper, const FunctionRef<void(int worker)>& task, int worker);
/// Takes a call back. Returns false if the helper has begun it.
[[nodiscard]] bool take_back(Helper& helper);
/// Waits, awake, until the helper has nothing to do. Returns false if it ended in the middle of its call.
[[nodiscard]] bool await(Helper& helper);
/// Returns and forgets what the last call threw.
[[nodiscard]] std::exception_ptr take_error(Helper& helper);
/// Tells JavaScript if helpers have made the memory larger.
void show_grown_memory();

}  // namespace drystone::web

// Threads of the module: what workers of JavaScript wait for, and how they are called.

#include "threads.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "clock.h"

namespace drystone::web {

namespace {

/// What a helper does. It sleeps at its state while it is idle.
enum class State : std::int32_t {
    Idle,
    Called,  ///< Has a call that it has not begun, and which may be taken back.
    Working,
    Ending,  ///< Has been told to end.
    Broken   ///< Ended in the middle of a call. Written by JavaScript, see load.js.
};

constexpr std::size_t stack_size = std::size_t{1} << 18;
constexpr std::size_t alignment = 16;
/// How long a helper stays awake after a call, since to sleep and to be woken takes as long [ms].
constexpr double awake_time = 0.05;

}  // namespace

struct Helper {
    std::atomic<State> state{State::Idle};  ///< First, since JavaScript writes it.
    int worker = 0;
    const FunctionRef<void(int worker)>* task = nullptr;
    std::exception_ptr error;
    bool is_called = false;  ///< Has a call that was not taken back. The helper does not read it.
    void* memory = nullptr;  ///< Its stack, and its variables of threads.
};

namespace {

/// Helpers that no pool has now.
std::vector<Helper*>& idle_helpers() {
    static std::vector<Helper*> helpers;
    return helpers;
}

int helpers_at_work = 0;                   ///< Number of helpers that pools have.
int helpers_alive = 0;                     ///< Number of helpers whose workers have not ended.
std::atomic<std::uint32_t> calls_done{0};  ///< Number of calls that helpers have done.
bool shares = true;
std::size_t known_pages = 0;  ///< Size of the memory that JavaScript knows.

std::int32_t* futex(Helper& helper) { return reinterpret_cast<std::int32_t*>(&helper.state); }

bool change(Helper& helper, State from, State to) {
    return helper.state.compare_exchange_strong(from, to, std::memory_order_acq_rel);
}

/// Waits until the helper has a call, or has to end.
void await_call(Helper& helper) {
    const double end = read_clock() + awake_time;
    while (helper.state.load(std::memory_order_acquire) == State::Idle) {
        if (read_clock() >= end) {
            __builtin_wasm_memory_atomic_wait32(futex(helper), static_cast<std::int32_t>(State::Idle), -1);
        }
    }
}

}  // namespace

#define EXPORTED(name) __attribute__((export_name(#name)))

extern "C" {

/// Starts a worker of JavaScript, which calls `web_help`. Returns false if there can be none.
__attribute__((import_module("threads"), import_name("start"))) bool web_start_thread(Helper* helper,
                                                                                      void* stack_end,
                                                                                      void* variables);
/// Asks JavaScript to call `web_end_threads` after some time.
__attribute__((import_module("threads"), import_name("rest"))) void web_rest_threads();
void emscripten_notify_memory_growth(std::int32_t index);

/// Works for pools until the helper is told to end. Called in a worker of JavaScript, which then tells the
/// page.
EXPORTED(web_help) void web_help(Helper* helper) {
    is_helper = true;
    for (;;) {
        await_call(*helper);
        if (change(*helper, State::Called, State::Working)) {
            try {
                (*helper->task)(helper->worker);
            } catch (...) {
                helper->error = std::current_exception();
            }
            calls_done.fetch_add(1, std::memory_order_relaxed);
            helper->state.store(State::Idle, std::memory_order_release);
        } else if (helper->state.load(std::memory_order_acquire) == State::Ending) {
            return;
        }
    }
}

/// Frees a helper whose worker of JavaScript has ended.
EXPORTED(web_free_helper) void web_free_helper(Helper* helper) {
    std::free(helper->memory);
    delete helper;
    --helpers_alive;
}

/// Ends the helpers that no pool has, unless there are pools again.
EXPORTED(web_end_threads) void web_end_threads() {
    if (helpers_at_work != 0) {
        return;
    }
    for (Helper* const helper : idle_helpers()) {
        if (change(*helper, State::Idle, State::Ending)) {
            __builtin_wasm_memory_atomic_notify(futex(*helper), 1);
        }
    }
    idle_helpers().clear();
}

/// Says whether helpers may be called; not where functions of JavaScript would be called by them.
EXPORTED(web_share) void web_share(bool may) { shares = may; }
EXPORTED(web_helpers_alive) int web_helpers_alive() { return helpers_alive; }
EXPORTED(web_calls_done) std::uint32_t web_calls_done() { return calls_done.load(std::memory_order_relaxed); }
}

namespace {

/// Returns a new helper, or null.
Helper* start() {
    const std::size_t variables_size = __builtin_wasm_tls_size();
    void* const memory =
        std::aligned_alloc(alignment, (stack_size + variables_size + 2 * alignment) & ~(alignment - 1));
    Helper* const helper = new (std::nothrow) Helper;
    if (memory != nullptr && helper != nullptr) {
        helper->memory = memory;
        // The stack grows downwards, to the beginning of the memory.
        void* const end = static_cast<char*>(memory) + stack_size;
        if (web_start_thread(helper, end, end)) {
            ++helpers_alive;
            return helper;
        }
    }
    delete helper;
    std::free(memory);
    return nullptr;
}

}  // namespace

void take(std::vector<Helper*>& helpers, int count) {
    helpers.reserve(static_cast<std::size_t>(count));
    // So that `give_back` allocates nothing.
    idle_helpers().reserve(idle_helpers().size() + static_cast<std::size_t>(helpers_at_work + count));
    for (int i = 0; i < count; ++i) {
        Helper* helper = nullptr;
        if (!idle_helpers().empty()) {
            helper = idle_helpers().back();
            idle_helpers().pop_back();
        } else {
            helper = start();
        }
        if (helper == nullptr) {
            return;
        }
        helpers.push_back(helper);
        ++helpers_at_work;
    }
}

void give_back(const std::vector<Helper*>& helpers) {
    for (Helper* const helper : helpers) {
        --helpers_at_work;
        // Whoever ended in the middle of a call has no use, and its worker is no more.
        if (helper->state.load(std::memory_order_acquire) == State::Broken) {
            web_free_helper(helper);
        } else {
            idle_helpers().push_back(helper);
        }
    }
    if (helpers_at_work == 0 && !idle_helpers().empty()) {
        web_rest_threads();
    }
}

bool may_share() { return shares; }

void call(Helper& helper, const FunctionRef<void(int worker)>& task, int worker) {
    helper.task = &task;
    helper.worker = worker;
    // A broken helper takes no call.
    helper.is_called = change(helper, State::Idle, State::Called);
    if (helper.is_called) {
        __builtin_wasm_memory_atomic_notify(futex(helper), 1);
    }
}

bool take_back(Helper& helper) {
    if (helper.is_called && !change(helper, State::Called, State::Idle)) {
        return false;
    }
    helper.is_called = false;
    return true;
}

bool await(Helper& helper) {
    while (helper.state.load(std::memory_order_acquire) == State::Working) {
    }
    const bool broke = helper.is_called && helper.state.load(std::memory_order_relaxed) == State::Broken;
    helper.is_called = false;
    return !broke;
}

std::exception_ptr take_error(Helper& helper) { return std::exchange(helper.error, nullptr); }

void show_grown_memory() {
    const std::size_t pages = __builtin_wasm_memory_size(0);
    if (pages != known_pages) {
        known_pages = pages;
        emscripten_notify_memory_growth(0);
    }
}

}  // namespace drystone::web

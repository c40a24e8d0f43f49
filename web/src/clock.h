#pragma once

namespace drystone::web {

/// Returns a time of JavaScript's clock [ms].
__attribute__((import_module("clock"), import_name("now"))) double read_clock();

/// Whether this thread is a helper, see threads.h.
extern constinit thread_local bool is_helper;

}  // namespace drystone::web

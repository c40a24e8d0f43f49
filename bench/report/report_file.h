#pragma once

#include <fstream>
#include <string>

namespace bench {

/// Opens the file, before anything runs, so that a wrong path costs no time; an empty path leaves it closed.
/// Throws `UsageError` if it cannot be written to.
std::ofstream open_report_file(const std::string& path);
/// Throws `std::runtime_error` if not everything was written.
void close_report_file(std::ofstream& file, const std::string& path);

}  // namespace bench

#include "report/report_file.h"

#include "engines/engine_list.h"

#include <string>

namespace bench {

std::ofstream open_report_file(const std::string& path) {
    std::ofstream file;
    if (!path.empty()) {
        file.open(path);
        if (!file) {
            throw UsageError("cannot write to \"" + path + "\"");
        }
    }
    return file;
}

void close_report_file(std::ofstream& file, const std::string& path) {
    file.close();
    if (!file) {
        throw std::runtime_error("writing to \"" + path + "\" failed");
    }
}

}  // namespace bench

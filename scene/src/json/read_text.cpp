#include "json/read_text.h"

#include <drystone/detail/read_bytes.h>

namespace drystone::scene {

std::string read_text(const char* function, const std::filesystem::path& path, std::uint64_t max_size) {
    const std::vector<std::byte> bytes = detail::read_bytes(function, path.string(), max_size);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace drystone::scene

#include <viewer/model/scene_search.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>

namespace viewer {
namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

bool matches(const scenes::SceneInfo& info, const std::string& search) {
    const std::string text = lower(info.name + " " + info.title + " " + info.group + " " + info.description);
    std::istringstream words(lower(search));
    for (std::string word; words >> word;) {
        if (text.find(word) == std::string::npos) {
            return false;
        }
    }
    return true;
}

}  // namespace viewer

// Gives a fuzz target inputs that are drawn at random, without measuring which code they reach: many more in
// the same time, with any compiler.
//
//   drystone-random-<name> COUNT [SEED] [FIRST]
//   drystone-random-<name> --seconds SECONDS [SEED]
//
// The longest time of an input and the most memory are reported at the end.
//
// Input number k depends on the seed and k alone. If one breaks, its number is printed, and
// `drystone-random-<name> 1 SEED k` repeats it.
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>
#include <vector>

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// Time after which an input counts as a hang [s]; sanitizers on a busy machine are slow.
constexpr unsigned seconds_per_input = 60;

volatile std::sig_atomic_t in_input = 0;
char input_name[64];

/// Prints the number of the input that is at work.
void tell_input() { static_cast<void>(!write(STDERR_FILENO, input_name, std::strlen(input_name))); }

extern "C" void at_signal(int signal) {
    if (in_input != 0) {
        tell_input();
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014.
std::uint64_t mix(std::uint64_t& state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/// Draws short inputs mostly, since changes of many places are refused early.
std::vector<std::uint8_t> draw_input(std::uint64_t seed, std::uint64_t number) {
    std::uint64_t state = seed * 0x9e3779b97f4a7c15ull + number;
    const std::uint64_t kind = mix(state);
    std::size_t size = kind % 16 == 0 ? kind / 16 % 9 : kind % 16 == 1 ? kind / 16 % 1000 : 9;
    while (kind % 16 > 1 && size < 96 && mix(state) % 2 == 0) {
        size += 8;
    }
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) {
        byte = static_cast<std::uint8_t>(mix(state));
    }
    return bytes;
}

std::uint64_t argument(int count, char** values, int index, std::uint64_t missing) {
    if (index >= count) {
        return missing;
    }
    const std::string_view text = values[index];
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the sanitizers call it by this name.
extern "C" void __asan_on_error() { tell_input(); }

int main(int count, char** values) {
    using Clock = std::chrono::steady_clock;
    const bool timed = count > 2 && std::string_view(values[1]) == "--seconds";
    const Clock::time_point end =
        Clock::now() + std::chrono::seconds(timed ? argument(count, values, 2, 0) : 0);
    const std::uint64_t inputs = timed ? ~std::uint64_t{0} : argument(count, values, 1, 1000);
    const std::uint64_t seed = argument(count, values, timed ? 3 : 2, 1);
    const std::uint64_t first = timed ? 0 : argument(count, values, 3, 0);
    for (const int signal : {SIGABRT, SIGFPE, SIGSEGV, SIGBUS, SIGTERM, SIGALRM}) {
        std::signal(signal, at_signal);
    }
    double longest = 0.0;
    std::uint64_t longest_input = first;
    std::uint64_t done = 0;
    for (; done < inputs && !(timed && Clock::now() >= end); ++done) {
        const std::uint64_t i = first + done;
        alarm(seconds_per_input);  // An input that hangs ends the program.
        std::snprintf(input_name, sizeof input_name, "seed %llu, input %llu\n",
                      static_cast<unsigned long long>(seed), static_cast<unsigned long long>(i));
        const std::vector<std::uint8_t> bytes = draw_input(seed, i);
        in_input = 1;
        const std::clock_t begin = std::clock();
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        in_input = 0;
        longest_input = seconds > longest ? i : longest_input;
        longest = std::max(longest, seconds);
        if ((done + 1) % 10000 == 0) {
            std::printf("%llu inputs\n", static_cast<unsigned long long>(done + 1));
            std::fflush(stdout);
        }
    }
    struct rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%llu inputs of seed %llu: nothing broke; input %llu took longest, %.3f s; %ld MB at most\n",
                static_cast<unsigned long long>(done), static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(longest_input), longest, usage.ru_maxrss / 1024);
}

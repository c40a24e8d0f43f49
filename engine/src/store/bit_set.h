#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Bits that grow on demand; bits never set read as zero.
class BitSet {
public:
    [[nodiscard]] bool test(std::uint32_t bit) const {
        const std::size_t word = bit / 64;
        return word < words_.size() && ((words_[word] >> (bit % 64)) & 1) != 0;
    }
    void set(std::uint32_t bit) {
        const std::size_t word = bit / 64;
        if (word >= words_.size()) {
            words_.resize(word + 1, 0);
        }
        words_[word] |= std::uint64_t{1} << (bit % 64);
    }
    void clear(std::uint32_t bit) {
        const std::size_t word = bit / 64;
        if (word < words_.size()) {
            words_[word] &= ~(std::uint64_t{1} << (bit % 64));
        }
    }
    void clear_all() { words_.assign(words_.size(), 0); }
    [[nodiscard]] std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

private:
    std::vector<std::uint64_t> words_;
};

}  // namespace drystone

#pragma once

#include <drystone/collision/repair_outline.h>

#include <cstdint>

namespace drystone::detail {

/// Numbers of times that the loops of operands A and B wind around a place, counter-clockwise.
struct Winding {
    int a = 0;
    int b = 0;

    friend bool operator==(const Winding&, const Winding&) = default;
    Winding operator+(const Winding& o) const { return {a + o.a, b + o.b}; }
    Winding operator-(const Winding& o) const { return {a - o.a, b - o.b}; }
};

/// Operation on two sets of points.
enum class RegionOperation : std::uint8_t { Unite, Intersect, Subtract, Exclusive };

/// Rule of an operand for the points inside it.
enum class InsideRule : std::uint8_t { Positive, Negative, NonZero, EvenOdd };

/// Decides which places are inside of a result.
struct RegionRule {
    RegionOperation operation = RegionOperation::Unite;
    InsideRule a = InsideRule::Positive;
    InsideRule b = InsideRule::Positive;

    [[nodiscard]] bool is_inside(const Winding& winding) const {
        const bool in_a = is_in(a, winding.a);
        const bool in_b = is_in(b, winding.b);
        switch (operation) {
            case RegionOperation::Unite: return in_a || in_b;
            case RegionOperation::Intersect: return in_a && in_b;
            case RegionOperation::Subtract: return in_a && !in_b;
            case RegionOperation::Exclusive: return in_a != in_b;
        }
        return false;
    }

private:
    static bool is_in(InsideRule rule, int winding) {
        switch (rule) {
            case InsideRule::Positive: return winding > 0;
            case InsideRule::Negative: return winding < 0;
            case InsideRule::NonZero: return winding != 0;
            case InsideRule::EvenOdd: return winding % 2 != 0;
        }
        return false;
    }
};

inline InsideRule rule_of(FillRule rule) {
    return rule == FillRule::EvenOdd ? InsideRule::EvenOdd : InsideRule::NonZero;
}

}  // namespace drystone::detail

#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// Where a number came from that is not finite.
enum class QuarantineReason : std::uint8_t {
    Load,   ///< What acts on the body, or its velocity or mass: too much for a float when the step began.
    Solve,  ///< What the step made of it, by its contacts, its joints or its speed.
};

/// A body got a number that is not finite in the last step, or a velocity or position whose square is not. It
/// was put back to where it was, with no velocity and no forces, and disabled; enable it again once its
/// trouble is mended.
///
/// Its neighbours go on. Bodies that it drew into it within the step are put back too, without velocity, but
/// stay enabled and are not reported.
struct BodyQuarantined {
    BodyId body;
    Pose pose;  ///< Of the body's origin.
    QuarantineReason reason = QuarantineReason::Load;
};

}  // namespace drystone

#include "world/recording/recorded_call.h"

#include "world/recording/recorder_state.h"
#include "world/recording/saved_arguments.h"

#include <exception>
#include <string>

namespace drystone {

namespace {

template <class Argument>
void append_argument(RecorderState& recorder, const Argument& argument) {
    SaveWriter(recorder.calls, recorder.save_options)("", argument);
}

}  // namespace

RecorderState* RecordedCall::begin(RecorderState& recorder, Operation operation,
                                   FunctionRef<void()> write_arguments) {
    if (recorder.world->execution.stepping) {
        return nullptr;  // A callback makes the call: it will be refused.
    }
    if (recorder.depth++ > 0) {
        return &recorder;
    }
    recorder.call_begin = recorder.calls.size();
    recorder.call_exceptions = std::uncaught_exceptions();
    const bool writes = recorder.attempt([&] {
        recorder.calls.push_back(static_cast<std::byte>(operation));
        write_arguments();
    });
    if (!writes) {
        recorder.depth = 0;
        recorder.flush(ChunkKind::Calls);
        return nullptr;
    }
    return &recorder;
}

void RecordedCall::end(RecorderState& recorder, bool done) {
    if (--recorder.depth > 0) {
        return;
    }
    const bool failed = !recorder.failure.empty();  // An answer of a callback could not be written.
    if (failed || (!done && std::uncaught_exceptions() > recorder.call_exceptions)) {
        recorder.calls.resize(recorder.call_begin);
    }
    if (failed) {
        recorder.flush(ChunkKind::Calls);
    }
}

void RecordedCall::write(RecorderState& recorder, bool value) { append_argument(recorder, value); }
void RecordedCall::write(RecorderState& recorder, int value) {
    append_argument(recorder, static_cast<std::int32_t>(value));
}
void RecordedCall::write(RecorderState& recorder, float value) { append_argument(recorder, value); }
void RecordedCall::write(RecorderState& recorder, std::uint64_t value) { append_argument(recorder, value); }
void RecordedCall::write(RecorderState& recorder, const Vec2& value) { append_argument(recorder, value); }
void RecordedCall::write(RecorderState& recorder, const std::optional<Vec2>& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, std::string_view value) {
    append_argument(recorder, std::string(value));
}
void RecordedCall::write(RecorderState& recorder, std::uint32_t index1, std::uint16_t generation,
                         std::uint16_t world) {
    append_argument(recorder, BodyId{index1, generation, world});
}
void RecordedCall::write(RecorderState& recorder, const BodyDefinition& value) {
    RecordedBody body{value, std::string(value.name)};
    append_argument(recorder, body);
}
void RecordedCall::write(RecorderState& recorder, const ShapeGeometry& value) {
    append_argument(recorder, save_geometry(value));
}
void RecordedCall::write(RecorderState& recorder, const CustomShape& value) {
    append_argument(recorder, name_of(value, recorder.save_options));
}
void RecordedCall::write(RecorderState& recorder, const ShapeDefinition& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, std::span<const Vec2> value) {
    append_argument(recorder, std::vector<Vec2>(value.begin(), value.end()));
}
void RecordedCall::write(RecorderState& recorder, std::span<const std::vector<Vec2>> value) {
    append_argument(recorder, std::vector<std::vector<Vec2>>(value.begin(), value.end()));
}
void RecordedCall::write(RecorderState& recorder, std::span<const Polygon> value) {
    std::vector<PolygonOutline> outlines;
    for (const Polygon& polygon : value) {
        outlines.push_back({{polygon.vertices().begin(), polygon.vertices().end()}, polygon.radius()});
    }
    append_argument(recorder, outlines);
}
void RecordedCall::write(RecorderState& recorder, const PolygonsOptions& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const ChainDefinition& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const Chain& value) {
    const ChainSegment first = value.segment(0);
    const ChainSegment last = value.segment(value.segment_count() - 1);
    ChainDefinition chain;
    chain.points.assign(value.points().begin(), value.points().end());
    chain.is_loop = value.is_loop();
    chain.sides = value.sides();
    if (!value.is_loop()) {
        chain.ghost_before = first.ghost_before;
        chain.ghost_after = last.ghost_after;
    }
    append_argument(recorder, chain);
}
void RecordedCall::write(RecorderState& recorder, const JointDefinition& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const GearJoint& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const RopeJoint& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const JointSettings& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const FieldDefinition& value) {
    append_argument(recorder, save_definition(value));
}
void RecordedCall::write(RecorderState& recorder, const RecordedExplosion& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const ContactTuning& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const AxisLocks& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const MassProperties& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const Material& value) { append_argument(recorder, value); }
void RecordedCall::write(RecorderState& recorder, const Filter& value) { append_argument(recorder, value); }
void RecordedCall::write(RecorderState& recorder, BodyType value) {
    append_argument(recorder, RecordedBodyType{value});
}

void RecordedCall::write(RecorderState& recorder, const TileGridDefinition& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, const TileRange& value) {
    append_argument(recorder, value);
}
void RecordedCall::write(RecorderState& recorder, std::span<const std::uint8_t> value) {
    append_argument(recorder, std::vector<std::uint8_t>(value.begin(), value.end()));
}

}  // namespace drystone

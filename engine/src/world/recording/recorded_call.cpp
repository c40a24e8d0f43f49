#include "world/recording/recorded_call.h"

#include "world/recording/recorder_state.h"
#include "world/recording/saved_arguments.h"

#include <algorithm>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace drystone {

namespace {

SavedRegion recorded_geometry(const ShapeGeometry& geometry) {
    return std::visit(
        [](const auto& shape) -> SavedRegion {
            if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, Polygon>) {
                return PolygonOutline{{shape.vertices().begin(), shape.vertices().end()}, shape.radius()};
            } else {
                return shape;
            }
        },
        geometry);
}

/// Returns the shapes that the predicate of a filter refuses.
std::vector<ShapeId> find_refused(const WorldState& world, const QueryFilter& filter) {
    std::vector<ShapeId> refused;
    for (std::uint32_t shape = 0; filter.accepts && shape < world.stores.shapes.slots.size(); ++shape) {
        if (world.stores.shapes.slots.is_live(shape) && !filter.accepts(shape_id(world, shape))) {
            refused.push_back(shape_id(world, shape));
        }
    }
    return refused;
}

template <class Argument>
void append_argument(RecorderState* recorder, const Argument& argument) {
    if (recorder != nullptr) {
        SaveWriter(recorder->calls, recorder->save_options)("", argument);
    }
}

}  // namespace

void RecordedCall::record(Operation operation, FunctionRef<void()> write_arguments) {
    if (recorder_->world->execution.stepping) {
        recorder_ = nullptr;  // A callback makes the call: it will be refused.
        return;
    }
    begin_ = recorder_->calls.size();
    exceptions_ = std::uncaught_exceptions();
    if (++recorder_->depth > 1) {
        return;
    }
#if defined(__cpp_exceptions)
    try {
#endif
        recorder_->calls.push_back(static_cast<std::byte>(operation));
        write_arguments();
#if defined(__cpp_exceptions)
    } catch (const std::exception& error) {
        RecorderState& recorder = *recorder_;
        recorder_ = nullptr;
        recorder.depth = 0;
        recorder.calls.resize(begin_);
        recorder.flush(ChunkKind::Calls);
        recorder.stop(error.what());
    }
#endif
}

void RecordedCall::end() {
    if (--recorder_->depth == 0 && std::uncaught_exceptions() > exceptions_) {
        recorder_->calls.resize(begin_);
    }
}

void RecordedCall::write(bool value) { append_argument(recorder_, value); }
void RecordedCall::write(int value) { append_argument(recorder_, static_cast<std::int32_t>(value)); }
void RecordedCall::write(float value) { append_argument(recorder_, value); }
void RecordedCall::write(std::uint64_t value) { append_argument(recorder_, value); }
void RecordedCall::write(const Vec2& value) { append_argument(recorder_, value); }
void RecordedCall::write(const std::optional<Vec2>& value) { append_argument(recorder_, value); }
void RecordedCall::write(std::string_view value) { append_argument(recorder_, std::string(value)); }
void RecordedCall::write(std::uint32_t index1, std::uint16_t generation, std::uint16_t world) {
    append_argument(recorder_, BodyId{index1, generation, world});
}
void RecordedCall::write(const BodyDefinition& value) {
    RecordedBody body{value, std::string(value.name)};
    append_argument(recorder_, body);
}
void RecordedCall::write(const ShapeGeometry& value) { append_argument(recorder_, recorded_geometry(value)); }
void RecordedCall::write(const CustomShape& value) {
    append_argument(recorder_, name_of(value, recorder_->save_options));
}
void RecordedCall::write(const ShapeDefinition& value) { append_argument(recorder_, value); }
void RecordedCall::write(std::span<const Vec2> value) {
    append_argument(recorder_, std::vector<Vec2>(value.begin(), value.end()));
}
void RecordedCall::write(std::span<const std::vector<Vec2>> value) {
    append_argument(recorder_, std::vector<std::vector<Vec2>>(value.begin(), value.end()));
}
void RecordedCall::write(std::span<const Polygon> value) {
    std::vector<PolygonOutline> outlines;
    for (const Polygon& polygon : value) {
        outlines.push_back({{polygon.vertices().begin(), polygon.vertices().end()}, polygon.radius()});
    }
    append_argument(recorder_, outlines);
}
void RecordedCall::write(const PolygonsOptions& value) { append_argument(recorder_, value); }
void RecordedCall::write(const ChainDefinition& value) { append_argument(recorder_, value); }
void RecordedCall::write(const Chain& value) {
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
    append_argument(recorder_, chain);
}
void RecordedCall::write(const JointDefinition& value) { append_argument(recorder_, value); }
void RecordedCall::write(const GearJoint& value) { append_argument(recorder_, value); }
void RecordedCall::write(const RopeJoint& value) { append_argument(recorder_, value); }
void RecordedCall::write(const JointSettings& value) { append_argument(recorder_, value); }
void RecordedCall::write(const FieldDefinition& value) {
    SavedField field;
    field.kind = value.kind;
    field.pose = value.pose;
    field.body = value.body;
    field.category = value.category;
    field.mask = value.mask;
    field.enabled = value.enabled;
    field.user_data = value.user_data;
    if (value.region) {
        field.region = recorded_geometry(*value.region);
    }
    append_argument(recorder_, field);
}
void RecordedCall::write(const Explosion& value) {
    append_argument(recorder_,
                    RecordedExplosion{value.center, value.radius, value.falloff, value.impulse_per_length,
                                      value.filter.category, value.filter.mask, value.filter.sensors,
                                      find_refused(*recorder_->world, value.filter)});
}
void RecordedCall::write(const ContactTuning& value) { append_argument(recorder_, value); }
void RecordedCall::write(const AxisLocks& value) { append_argument(recorder_, value); }
void RecordedCall::write(const MassProperties& value) { append_argument(recorder_, value); }
void RecordedCall::write(const Material& value) { append_argument(recorder_, value); }
void RecordedCall::write(const Filter& value) { append_argument(recorder_, value); }
void RecordedCall::write(BodyType value) { append_argument(recorder_, RecordedBodyType{value}); }

}  // namespace drystone

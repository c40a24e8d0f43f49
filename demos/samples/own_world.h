#pragma once

#include <drystone/world.h>

#include <optional>
#include <utility>

namespace samples {

/// World of a sample besides the one that is shown. Copies of the sample have a clone of it.
class OwnWorld {
public:
    OwnWorld() = default;
    OwnWorld(const OwnWorld& other) { *this = other; }
    OwnWorld& operator=(const OwnWorld& other) {
        if (this != &other) {
            world_.reset();
            if (other.world_) {
                world_.emplace(other.world_->clone(other.world_->threads()));
            }
        }
        return *this;
    }
    ~OwnWorld() = default;

    void set(drystone::World&& world) {
        world_.reset();
        world_.emplace(std::move(world));
    }
    [[nodiscard]] drystone::World& operator*() { return *world_; }
    [[nodiscard]] const drystone::World& operator*() const { return *world_; }
    [[nodiscard]] drystone::World* operator->() { return &*world_; }
    [[nodiscard]] const drystone::World* operator->() const { return &*world_; }

private:
    std::optional<drystone::World> world_;
};

}  // namespace samples

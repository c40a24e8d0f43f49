#pragma once

#include "module.h"

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace drystone::python {

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;

/// A batch of the engine, and who uses it.
struct PyBatch {
    PyBatch(WorldBatchDefinition definition, std::shared_ptr<TaskScheduler> own_scheduler)
        : scheduler(std::move(own_scheduler)), contacts(definition.contacts) {
        definition.scheduler = scheduler.get();
        batch = WorldBatch(definition);
    }

    std::shared_ptr<TaskScheduler> scheduler;  // First: it outlives the batch.
    WorldBatch batch;
    std::shared_ptr<Guard> guard = std::make_shared<Guard>();
    bool contacts;
    bool stepping = false;       ///< Changed and read with the interpreter's lock only.
    std::atomic<int> views = 0;  ///< Arrays and worlds of Python that look into the batch.
};
using SharedBatch = std::shared_ptr<PyBatch>;

/// Something of Python that looks into the arrays or the worlds of a batch. While there is one, neither can
/// move: no worlds are added.
class BatchView {
public:
    explicit BatchView(SharedBatch batch) : batch_(std::move(batch)) { ++batch_->views; }
    ~BatchView() { --batch_->views; }
    BatchView(const BatchView&) = delete;
    BatchView& operator=(const BatchView&) = delete;

private:
    SharedBatch batch_;
};

/// A call of a batch.
class BatchUse {
public:
    BatchUse(const SharedBatch& batch, Access access, const char* function)
        : batch_(batch), use_(checked(batch, function), access, function) {}

    WorldBatch& operator*() const { return batch_->batch; }
    WorldBatch* operator->() const { return &batch_->batch; }

private:
    static Guard& checked(const SharedBatch& batch, const char* function) {
        if (batch == nullptr) {
            refuse_none(function);
        }
        return *batch->guard;
    }

    SharedBatch batch_;  // First: it outlives the use of its guard.
    Use use_;
};

/// Returns the handles that an object of Python gives: an array of numbers, or a sequence of handles and
/// references.
template <class Id>
std::vector<Id> handles_of(const py::object& objects) {
    if (!py::isinstance<py::array>(objects)) {
        return objects.cast<std::vector<Id>>();
    }
    const auto numbers =
        objects.cast<py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>>();
    std::vector<Id> handles;
    for (py::ssize_t i = 0; i < numbers.size(); ++i) {
        const std::uint64_t number = numbers.data()[i];
        handles.push_back({static_cast<std::uint32_t>(number), static_cast<std::uint16_t>(number >> 32),
                           static_cast<std::uint16_t>(number >> 48)});
    }
    return handles;
}

/// Returns the numbers of the worlds that a call is about: all for None, those where a mask is true, those of
/// a slice, or those that an array or a sequence names. Numbers are not compared with those that there are.
std::vector<int> worlds_of(const char* function, const PyBatch& self, const py::object& worlds);
/// Returns values of the shape (rows, objects, columns), or (rows, objects) where `columns` is 0.
Floats rows_of(const char* function, const py::object& values, std::size_t rows, std::size_t objects,
               std::size_t columns);

// Parts of the definition of the class.
void define_batch_arrays(py::handle type);
void define_batch_queries(py::handle type);

}  // namespace drystone::python

#include "module.h"

#include <filesystem>
#include <set>
#include <string>

namespace drystone::python {
namespace {

void define_cores(py::module_& module) {
    declare<OwnedCore>(
        module, "ConvexCore",
        "A convex core of points plus a radius: the form of every built-in shape in GJK, EPA and the "
        "manifold functions. Built-in shapes stand for their cores.")
        .def(py::init([](const ConvexCore& shape) { return own_core(shape); }), py::arg("shape"))
        .def_property_readonly(
            "points", [](const OwnedCore& self) { return self.points; }, "Points, counter-clockwise [m].")
        .def_property_readonly(
            "normals", [](const OwnedCore& self) { return self.normals; },
            "Outward unit normals: that of the edge from each point to the next.")
        .def_property_readonly(
            "radius", [](const OwnedCore& self) { return self.radius; }, "Rounding radius [m].");
    declare<SmallCore>(module, "SmallCore", "A core of one or two points, see `make_core`.")
        .def_property_readonly(
            "points",
            [](const SmallCore& self) { return std::vector<Vec2>(self.points, self.points + self.count); },
            "Points [m].")
        .def_property_readonly(
            "radius", [](const SmallCore& self) { return self.radius; }, "Rounding radius [m].");
}

void define_pickling(py::module_& module) {
    add_function(module, "_restore_polygon", [](const std::vector<Vec2>& vertices, float radius) {
        return detail::SavedPolygon::restore(vertices, radius);
    });
    add_function(module, "_restore_chain",
                 [](const std::vector<Vec2>& points, bool is_loop, ChainSides sides,
                    const std::vector<std::optional<Vec2>>& ghosts) {
                     return make_chain(points, {is_loop, sides, ghosts.at(0), ghosts.at(1)});
                 });
}

void define_thread_pool(py::module_& module) {
    py::class_<TaskScheduler, std::shared_ptr<TaskScheduler>>(module, "TaskScheduler",
                                                              "Threads of steps: see `ThreadPool`.");
    py::class_<ThreadPool, TaskScheduler, std::shared_ptr<ThreadPool>>(
        module, "ThreadPool",
        "Fixed number of threads, asleep while there is nothing to do. Any number of worlds can use the same "
        "pool.")
        .def(py::init<int>(), py::arg("worker_count"),
             "Starts `worker_count` - 1 threads, since the thread that calls works too.")
        .def_property_readonly("worker_count", &ThreadPool::worker_count)
        .def(
            "run",
            [](ThreadPool& self, const py::object& task, std::optional<int> workers) {
                const auto call = caller<void(int)>(task, "ThreadPool.run: task");
                const py::gil_scoped_release release;
                self.run(workers.value_or(self.worker_count()), call);
            },
            py::arg("task"), py::arg("workers") = py::none(),
            "Calls `task(worker)` once for every worker in [0, workers). Raises the first exception that "
            "leaves a "
            "task, once all calls have ended.");
}

/// Files that recorders of this process write. They are mapped into memory: another recorder that shortens
/// one would end the process.
std::set<std::string>& recorded_files() {
    static std::set<std::string> files;
    return files;
}

/// A recorder, and the file that is its own.
struct RecordedFile {
    RecordedFile(World& world, const std::string& path, const RecorderOptions& options)
        : name(std::filesystem::weakly_canonical(path).string()) {
        if (recorded_files().contains(name)) {
            fail("Recorder", "path", "a file that no other recorder writes", path);
        }
        recorder = std::make_unique<Recorder>(world, path, options);
        recorded_files().insert(name);
    }
    ~RecordedFile() {
        recorder.reset();
        recorded_files().erase(name);
    }
    RecordedFile(const RecordedFile&) = delete;
    RecordedFile& operator=(const RecordedFile&) = delete;

    std::string name;
    std::unique_ptr<Recorder> recorder;
};

/// A recorder and its world, which it ends before.
struct PyRecorder {
    PyRecorder(const std::shared_ptr<PyWorld>& world, const std::string& path, const RecorderOptions& options)
        : world(world),
          file(std::make_shared<RecordedFile>(*WorldUse(world, Access::Edit, "Recorder"), path, options)) {}
    ~PyRecorder() {
        if (world->guard->edited || world->guard->readers > 0) {
            world->guard->kept.push_back(std::move(file));  // It ends with its world.
        }
    }

    [[nodiscard]] Recorder& recorder() const { return *file->recorder; }

    std::shared_ptr<PyWorld> world;
    std::shared_ptr<RecordedFile> file;
};

void define_recorder(py::module_& module) {
    declare<PyRecorder>(
        module, "Recorder",
        "Writes every call that changes a world to a file, with its steps, the answers of its callbacks, and "
        "sums of "
        "the motion after each step, from which `RecordingPlayer` repeats all of it. The recording ends with "
        "the "
        "recorder, with its world, or at `close`; as a context manager, at the end of the block.")
        .def(py::init([](const std::shared_ptr<PyWorld>& world, const std::string& path,
                         const py::object& options, const py::kwargs& keywords) {
                 const auto value = with_keywords<RecorderOptions>("Recorder", options, keywords);
                 return std::make_unique<PyRecorder>(world, path, value);
             }),
             py::arg("world"), py::arg("path"), py::arg("options") = py::none(),
             "Starts a recording with the present state; replaces the file. Raises `Error` if it cannot be "
             "written, if "
             "the world has a recorder already, and for a custom shape without a name.")
        .def(
            "close",
            [](PyRecorder& self) {
                const WorldUse use(self.world, Access::Edit, "Recorder.close");
                self.recorder().close();
                recorded_files().erase(self.file->name);
            },
            "Ends the recording and closes the file.")
        .def("__enter__", [](const py::object& self) { return self; })
        .def("__exit__", [](const py::object& self, const py::args&) { self.attr("close")(); })
        .def_property_readonly(
            "is_recording", [](const PyRecorder& self) { return self.recorder().is_recording(); },
            "Whether calls are written.")
        .def_property_readonly(
            "stop_reason", [](const PyRecorder& self) { return self.recorder().stop_reason(); },
            "The cause for which the recording has ended by itself; empty: none.")
        .def_property_readonly(
            "steps", [](const PyRecorder& self) { return self.recorder().steps(); },
            "Number of steps that were recorded.")
        .def_property_readonly(
            "bytes", [](const PyRecorder& self) { return self.recorder().bytes(); },
            "Size of what was recorded [bytes].");
}

/// A player, whose world has the same guard.
struct PyPlayer : std::enable_shared_from_this<PyPlayer> {
    template <class Recording>
    PyPlayer(Recording recording, const PlayerOptions& options) : player(std::move(recording), options) {}

    RecordingPlayer player;
    std::shared_ptr<Guard> guard = std::make_shared<Guard>();
};
using SharedPlayer = std::shared_ptr<PyPlayer>;

template <class Function>
auto play(const SharedPlayer& self, const char* name, Function&& function) {
    if (self == nullptr) {
        refuse_none(name);
    }
    const Use use(*self->guard, Access::Edit, name);
    const auto run = [&] {
        const py::gil_scoped_release release;
        return function(self->player);
    };
    if constexpr (std::is_void_v<decltype(function(self->player))>) {
        run();
        raise_kept_error();
    } else {
        auto result = run();
        raise_kept_error();
        return result;
    }
}

template <class Function>
auto player_property(const char* name, Function&& function) {
    return [name, function](const SharedPlayer& self) {
        if (self == nullptr) {
            refuse_none(name);
        }
        const Use use(*self->guard, Access::Read, name);
        return function(std::as_const(self->player));
    };
}

void define_player(py::module_& module) {
    auto& type = declare<PyPlayer, SharedPlayer>(module, "RecordingPlayer",
                                                 "Plays a recording of `Recorder`: repeats all calls and "
                                                 "steps, without the game and its callbacks, and compares "
                                                 "the motion after each step with the recorded one.");
    type.def(py::init([](const py::bytes& recording, const py::object& options, const py::kwargs& keywords) {
                 const auto value = with_keywords<PlayerOptions>("RecordingPlayer", options, keywords);
                 return std::make_shared<PyPlayer>(from_bytes(recording), value);
             }),
             py::arg("recording"), py::arg("options") = py::none(), "Reads a recording.");
    type.def(py::init([](const std::filesystem::path& path, const py::object& options,
                         const py::kwargs& keywords) {
                 const auto value = with_keywords<PlayerOptions>("RecordingPlayer", options, keywords);
                 return std::make_shared<PyPlayer>(path.string(), value);
             }),
             py::arg("path"), py::arg("options") = py::none(), "Reads a file.");
    type.def_property_readonly(
        "world",
        [](const SharedPlayer& self) {
            if (self == nullptr) {
                refuse_none("RecordingPlayer.world");
            }
            const Use use(*self->guard, Access::Read, "RecordingPlayer.world");
            return std::make_shared<PyWorld>(self->player.world(), self, self->guard);
        },
        "The world at the present step, to be read. To continue from here in another way, step a "
        "`World.clone` of it.");
    type.def_property_readonly(
        "step", player_property("RecordingPlayer.step", [](const auto& p) { return p.step(); }),
        "Number of steps that were played.");
    type.def_property_readonly(
        "steps", player_property("RecordingPlayer.steps", [](const auto& p) { return p.steps(); }),
        "Number of steps in the recording.");
    type.def_property_readonly("divergence",
                               player_property("RecordingPlayer.divergence",
                                               [](const auto& p) { return std::optional(p.divergence()); }),
                               "The first divergence that was found.");
    type.def("info", player_property("RecordingPlayer.info", [](const auto& p) { return p.info(); }),
             "Returns a summary of the recording, as far as it was played.");
    type.def(
        "play_step",
        [](const SharedPlayer& self) {
            return play(self, "RecordingPlayer.play_step",
                        [](RecordingPlayer& player) { return player.play_step(); });
        },
        "Plays the next step and the calls before it. Returns whether there was one.");
    type.def(
        "seek",
        [](const SharedPlayer& self, std::int64_t step) {
            play(self, "RecordingPlayer.seek", [step](RecordingPlayer& player) { player.seek(step); });
        },
        py::arg("step"), "Goes to a step in [0, steps], forwards or backwards.");
}

void define_tree() {
    using Tree = Guarded<AabbTree>;
    using SharedTree = std::shared_ptr<Tree>;
    const py::handle type = py::type::of<Tree>();
    add_method(
        type, "insert",
        [](const SharedTree& self, const std::vector<TreeItem>& items) {
            std::vector<std::uint32_t> proxies(items.size());
            const ObjectUse use(self, Access::Edit, "AabbTree.insert");
            use->insert(items, proxies);
            return proxies;
        },
        py::arg("items"), "Inserts many boxes at once; returns their proxies.");
    add_method(
        type, "nearest",
        [](const SharedTree& self, const Vec2& point, float max_distance, std::uint64_t mask,
           std::size_t count) {
            std::vector<Neighbor> found(checked_count("AabbTree.nearest", count));
            const ObjectUse use(self, Access::Read, "AabbTree.nearest");
            const NearestResult result = std::as_const(*use).nearest(point, max_distance, mask, found);
            found.resize(result.count);
            return found;
        },
        py::arg("point"), py::arg("max_distance"), py::arg("mask"), py::arg("count"),
        "Returns the nearest boxes, at most `count`, by distance.");
    const auto pairs = [](const SharedTree& self, const SharedTree& other, const PairFilter& filter) {
        std::vector<ProxyPair> found;
        const ObjectUse use(self, Access::Edit, "AabbTree.pairs");
        const ObjectUse other_use(other, Access::Read, "AabbTree.pairs");
        use->append_pairs(*other_use, filter, found);
        return found;
    };
    add_method(
        type, "pairs", pairs, py::arg("other"), py::arg("filter") = PairFilter{},
        "Returns pairs of overlapping boxes of two trees, or of one and itself: the new ones since the last "
        "commit, or all, see `PairFilter`.");
    add_method(
        type, "overlapping",
        [](const SharedTree& self, const Aabb& box, std::uint64_t mask) {
            std::vector<std::uint32_t> found;
            const ObjectUse use(self, Access::Read, "AabbTree.overlapping");
            std::as_const(*use).append_overlapping(box, mask, found);
            return found;
        },
        py::arg("box"), py::arg("mask") = ~std::uint64_t{0},
        "Returns the boxes that overlap or touch a box.");
}

}  // namespace

void define_objects(py::module_& module) {
    define_cores(module);
    define_pickling(module);
    define_thread_pool(module);
    define_recorder(module);
    define_player(module);
    define_tree();
}

}  // namespace drystone::python

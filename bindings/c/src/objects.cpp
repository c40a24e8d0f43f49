#include "objects.h"

#include <array>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "kinds.h"

namespace drystone::c {

/// Place of an object in the table of all of them.
struct Slot {
    std::atomic<std::uint64_t> id{0};          ///< Handle of the object; 0: none.
    std::atomic<std::int32_t> users{0};        ///< Number of readers; -1: it is being changed.
    std::atomic<const void*> editor{nullptr};  ///< Mark of the thread that changes it.
    std::shared_ptr<void> object;
    std::shared_ptr<void> kept;
    std::uint64_t player = 0;  ///< Handle of the player whose world this is.
    std::uint64_t generation = 0;
};

namespace {

constexpr std::size_t chunk_size = 256;
constexpr std::size_t max_chunks = 4096;
constexpr std::uint64_t index_mask = 0xFFFFFF;
constexpr std::uint64_t generation_mask = 0xFFFFFFFF;
constexpr std::int32_t changing = -1;

/// Slots never move and are never freed, so that a dead handle is found out without a lock.
struct Table {
    std::array<std::atomic<Slot*>, max_chunks> chunks{};
    std::mutex mutex;  ///< Guards the members below.
    std::vector<std::uint64_t> free;
    std::size_t size = 0;
};

/// Returns the table, which is never destroyed: programs may use handles until they end.
Table& table() {
    static Table* const instance = new Table;
    return *instance;
}

/// An address that no other thread has.
const void* thread_mark() {
    static thread_local char mark = 0;
    return &mark;
}

Slot* slot_of(std::uint64_t id) {
    const auto index1 = static_cast<std::size_t>(id & index_mask);
    if (index1 == 0 || (index1 - 1) / chunk_size >= max_chunks) {
        return nullptr;
    }
    Slot* const chunk = table().chunks[(index1 - 1) / chunk_size].load(std::memory_order_acquire);
    return chunk == nullptr ? nullptr : chunk + (index1 - 1) % chunk_size;
}

Slot* find_slot(std::uint64_t id, std::uint8_t kind, const char* argument) {
    Slot* const slot = slot_of(id);
    if (slot == nullptr || id >> 56 != kind || slot->id.load(std::memory_order_acquire) != id) {
        fail_call(DS_ERROR_HANDLE, argument,
                  id == 0 ? "is a null handle" : "is a handle of another kind, or of a destroyed object");
    }
    return slot;
}

enum class Entry { Counted, Nested, Refused };

Entry enter(Slot& slot, bool changes) {
    std::int32_t users = slot.users.load(std::memory_order_acquire);
    for (;;) {
        if (users == changing) {
            const bool is_ours = slot.editor.load(std::memory_order_relaxed) == thread_mark();
            return is_ours && !changes ? Entry::Nested : Entry::Refused;
        }
        if (changes && users != 0) {
            return Entry::Refused;
        }
        if (slot.users.compare_exchange_weak(users, changes ? changing : users + 1,
                                             std::memory_order_acq_rel)) {
            if (changes) {
                slot.editor.store(thread_mark(), std::memory_order_relaxed);
            }
            return Entry::Counted;
        }
    }
}

void leave(Slot& slot, bool changes) {
    if (changes) {
        slot.editor.store(nullptr, std::memory_order_relaxed);
        slot.users.store(0, std::memory_order_release);
    } else {
        slot.users.fetch_sub(1, std::memory_order_release);
    }
}

/// Returns an entered slot, or null where this thread had entered it before.
Slot* enter_slot(std::uint64_t id, std::uint8_t kind, bool changes, const char* argument) {
    Slot* const slot = find_slot(id, kind, argument);
    const Entry entry = enter(*slot, changes);
    if (entry == Entry::Refused) {
        fail_call(DS_ERROR_BUSY, argument, "is in use: by a callback's caller, or by another thread");
    }
    if (slot->id.load(std::memory_order_acquire) != id) {
        if (entry == Entry::Counted) {
            leave(*slot, changes);
        }
        fail_call(DS_ERROR_HANDLE, argument, "is a handle of a destroyed object");
    }
    return entry == Entry::Counted ? slot : nullptr;
}

std::uint64_t fill_slot(std::uint8_t kind, std::shared_ptr<void> object, std::shared_ptr<void> kept,
                        std::uint64_t player) {
    Table& slots = table();
    const std::lock_guard lock(slots.mutex);
    std::uint64_t index1 = 0;
    if (!slots.free.empty()) {
        index1 = slots.free.back();
        slots.free.pop_back();
    } else {
        if (slots.size == chunk_size * max_chunks) {
            fail_call(DS_ERROR_MEMORY, "handles", "are used up");
        }
        std::atomic<Slot*>& chunk = slots.chunks[slots.size / chunk_size];
        if (chunk.load(std::memory_order_relaxed) == nullptr) {
            slots.free.reserve(slots.size + chunk_size);  // So that `empty_slot` allocates nothing.
            chunk.store(new Slot[chunk_size], std::memory_order_release);
        }
        index1 = ++slots.size;
    }
    Slot& slot = *slot_of(index1);
    slot.object = std::move(object);
    slot.kept = std::move(kept);
    slot.player = player;
    slot.generation = (slot.generation + 1) & generation_mask;
    const std::uint64_t id = std::uint64_t{kind} << 56 | slot.generation << 24 | index1;
    slot.id.store(id, std::memory_order_release);
    return id;
}

/// Ends the object of a slot that is being changed.
void empty_slot(Slot& slot, std::uint64_t id) {
    Table& slots = table();
    // What the object keeps ends after it, and both outside of the lock: their ends may take long.
    std::shared_ptr<void> kept;
    std::shared_ptr<void> object;
    {
        const std::lock_guard lock(slots.mutex);
        kept = std::move(slot.kept);
        object = std::move(slot.object);
        slot.id.store(0, std::memory_order_release);
        leave(slot, true);
        slots.free.push_back(id & index_mask);
    }
    object.reset();
    kept.reset();
}

}  // namespace

Use::Use(Use&& other) noexcept
    : slot_(std::exchange(other.slot_, nullptr)),
      owner_(std::exchange(other.owner_, nullptr)),
      object_(std::exchange(other.object_, nullptr)),
      changes_(other.changes_) {}

Use::~Use() {
    if (slot_ != nullptr) {
        leave(*slot_, changes_);
    }
    if (owner_ != nullptr) {
        leave(*owner_, false);
    }
}

Use begin_use(std::uint64_t id, std::uint8_t kind, bool changes, const char* argument) {
    Use use;
    use.slot_ = enter_slot(id, kind, changes, argument);
    use.changes_ = changes;
    const Slot& slot = *slot_of(id);
    if (slot.player == 0) {
        use.object_ = slot.object.get();
        return use;
    }
    if (changes) {
        fail_call(DS_ERROR_READ_ONLY, argument, "is the world of a player, which may only be read");
    }
    use.owner_ = enter_slot(slot.player, kind_of_players, false, argument);
    use.object_ = world_of_player(slot_of(slot.player)->object.get());
    return use;
}

std::uint64_t add_slot(std::uint8_t kind, std::shared_ptr<void> object, std::shared_ptr<void> kept) {
    return fill_slot(kind, std::move(object), std::move(kept), 0);
}

std::uint64_t add_world_of_player(std::uint8_t kind, std::uint64_t player) {
    return fill_slot(kind, nullptr, nullptr, player);
}

void remove_slot(std::uint64_t id, std::uint8_t kind, const char* argument) {
    empty_slot(*enter_slot(id, kind, true, argument), id);
}

void remove_slot_if_free(std::uint64_t id) {
    Slot* const slot = slot_of(id);
    if (slot == nullptr || slot->id.load(std::memory_order_acquire) != id ||
        enter(*slot, true) != Entry::Counted) {
        return;
    }
    if (slot->id.load(std::memory_order_acquire) == id) {
        empty_slot(*slot, id);
    } else {
        leave(*slot, true);
    }
}

std::shared_ptr<void> shared_object(std::uint64_t id) { return slot_of(id)->object; }

std::uint64_t find_object(std::uint8_t kind, const void* object) {
    const std::lock_guard lock(table().mutex);
    for (std::uint64_t index1 = 1; index1 <= table().size; ++index1) {
        const Slot& slot = *slot_of(index1);
        const std::uint64_t id = slot.id.load(std::memory_order_acquire);
        if (id != 0 && id >> 56 == kind && slot.object.get() == object) {
            return id;
        }
    }
    return 0;
}

}  // namespace drystone::c

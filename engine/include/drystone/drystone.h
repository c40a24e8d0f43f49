#pragma once

/// Public API of the engine in one header.

#include <drystone/body.h>
#include <drystone/body_ref.h>
#include <drystone/callback.h>
#include <drystone/chain.h>
#include <drystone/chain_ref.h>
#include <drystone/collision/shapes.h>
#include <drystone/contact.h>
#include <drystone/contact_queries.h>
#include <drystone/debug_draw.h>
#include <drystone/effects.h>
#include <drystone/error.h>
#include <drystone/events.h>
#include <drystone/field_ref.h>
#include <drystone/fields.h>
#include <drystone/fwd.h>
#include <drystone/handles.h>
#include <drystone/joint.h>
#include <drystone/joint_ref.h>
#include <drystone/pre_solve.h>
#include <drystone/profile.h>
#include <drystone/queries.h>
#include <drystone/recorder.h>
#include <drystone/recording_player.h>
#include <drystone/save_file.h>
#include <drystone/settings.h>
#include <drystone/shape.h>
#include <drystone/shape_ref.h>
#include <drystone/simd.h>
#include <drystone/snapshot.h>
#include <drystone/state_history.h>
#include <drystone/task_scheduler.h>
#include <drystone/thread_pool.h>
#include <drystone/time.h>
#include <drystone/world.h>

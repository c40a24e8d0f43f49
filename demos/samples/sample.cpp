#include <samples/sample.h>

namespace samples {

void Sample::build(scenes::Backend& backend) {
    backend_ = &dynamic_cast<scenes::DrystoneBackend&>(backend);
    create();
}

void Sample::before_step(scenes::Backend& /*backend*/, int step) {
    prepare(step);
    input_.action = false;
}

}  // namespace samples

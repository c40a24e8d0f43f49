#include <box_distance.h>

#include <cstdio>

int main() {
    const float distance = box_distance({2.5f, 0.0f});
    std::printf("box to point %.4f m\n", distance);
    return distance > 1.9999f && distance < 2.0001f ? 0 : 1;
}

#include "quality/quality_loaded.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

/// Sweeps of one parameter: results of neighbouring values must not jump. A jump shows that another law was
/// used.
namespace bench {
namespace {

using scenes::BodyNumber;
using scenes::Point;

constexpr double to_mm = 1000.0;
/// Results that differ by less are equal [mm].
constexpr double smallest = 0.02;

/// Returns the factor between two results [mm]: 1 if they are equal.
double factor_between(double a, double b) {
    if (!std::isfinite(a) || !std::isfinite(b)) {
        return HUGE_VAL;
    }
    const double small = std::min(a, b);
    const double great = std::max(a, b);
    return great - small <= smallest ? 1.0 : great / std::max(small, smallest);
}

/// Plays a world for a value and returns results [mm].
using Player = std::vector<double> (*)(const TestedEngine& tested_engine, double value);

/// Returns a scene with a row for each measure: the greatest factor between results of neighbouring values.
QualityScene sweep(const std::string& name, const std::vector<std::string>& measures,
                   std::vector<double> values, Player play) {
    std::vector<QualityRow> rows;
    for (const std::string& measure : measures) {
        rows.push_back({"greatest factor between neighbours, " + measure, "ratio", 1.0, 2});
    }
    return {
        "continuity, " + name, rows, [values = std::move(values), play](const TestedEngine& tested_engine) {
            std::vector<double> last = play(tested_engine, values.front());
            std::vector<Metric> largest(last.size(), 1.0);
            for (std::size_t i = 1; i < values.size(); ++i) {
                const std::vector<double> now = play(tested_engine, values[i]);
                for (std::size_t row = 0; row < now.size(); ++row) {
                    largest[row].value = std::max(largest[row].value, factor_between(last[row], now[row]));
                }
                last = now;
            }
            return largest;
        }};
}

std::vector<double> whole_numbers(int first, int last) {
    std::vector<double> values;
    for (int i = first; i <= last; ++i) {
        values.push_back(i);
    }
    return values;
}

/// Returns values from `first` to `last`, each greater than the one before by the same factor.
std::vector<double> steps_by(double factor, double first, double last) {
    std::vector<double> values;
    const int count = static_cast<int>(std::ceil(std::log(last / first) / std::log(factor)));
    for (int i = 0; i <= count; ++i) {
        values.push_back(first * std::pow(last / first, static_cast<double>(i) / count));
    }
    return values;
}

/// Adds `count` boxes of a size [m] on the ground, one on another. Returns the last.
BodyNumber add_column(QualityRun& quality_run, int count, float size = 1.0f, float friction = 0.6f) {
    scenes::add_ground(quality_run.scene(), 40.0f * size);
    BodyNumber top = -1;
    for (int i = 0; i < count; ++i) {
        top = scenes::add_box(quality_run.scene(), {0.0f, (static_cast<float>(i) + 0.5f) * size},
                              {size, size}, {.shape = {}, .friction = friction});
    }
    return top;
}

/// Steps for 8 s, and returns the deepest overlap of two more seconds [mm].
double settled_overlap(QualityRun& quality_run) {
    quality_run.run(8.0);
    double deepest = 0.0;
    quality_run.run(2.0, [&] { deepest = std::max(deepest, quality_run.overlaps().worst); });
    return to_mm * deepest;
}

/// Returns the overlap, and how far a body has sunk.
std::vector<double> overlap_and_sag(QualityRun& quality_run, BodyNumber top) {
    const double overlap = settled_overlap(quality_run);
    return {overlap, to_mm * std::abs(quality_run.shift(top).y)};
}

std::vector<double> play_column(const TestedEngine& tested_engine, double count) {
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber top = add_column(quality_run, static_cast<int>(count));
    return overlap_and_sag(quality_run, top);
}

std::vector<double> play_ratio(const TestedEngine& tested_engine, double ratio) {
    QualityRun quality_run(tested_engine, awake_world());
    add_column(quality_run, 1);
    const BodyNumber heavy = scenes::add_box(quality_run.scene(), {0.0f, 1.5f}, {1.0f, 1.0f},
                                             {.shape = {}, .density = static_cast<float>(ratio)});
    return overlap_and_sag(quality_run, heavy);
}

/// A pyramid whose friction is swept.
std::vector<double> play_friction(const TestedEngine& tested_engine, double friction) {
    constexpr int base = 8;
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 40.0f);
    BodyNumber top = -1;
    for (int row = 0; row < base; ++row) {
        for (int i = 0; i < base - row; ++i) {
            const float x = static_cast<float>(i) - 0.5f * static_cast<float>(base - row - 1);
            top = scenes::add_box(quality_run.scene(), {1.05f * x, 0.5f + static_cast<float>(row)},
                                  {1.0f, 1.0f}, {.shape = {}, .friction = static_cast<float>(friction)});
        }
    }
    return overlap_and_sag(quality_run, top);
}

/// Columns of five boxes of another size. Lengths are relative to it, so that one law gives equal results.
std::vector<double> play_length(const TestedEngine& tested_engine, double size) {
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber top = add_column(quality_run, 5, static_cast<float>(size));
    std::vector<double> results = overlap_and_sag(quality_run, top);
    for (double& result : results) {
        result /= size;
    }
    return results;
}

TestedEngine with_sub_steps(TestedEngine tested_engine, double sub_steps) {
    tested_engine.times.sub_steps = static_cast<int>(sub_steps);
    return tested_engine;
}

/// Steps for 5 s and returns the greatest gap, and that of the last second [mm].
std::vector<double> play_gaps(QualityRun& quality_run, const LoadedMechanism& links) {
    double largest = 0.0;
    double late = 0.0;
    quality_run.run(4.0, [&] { largest = std::max(largest, links.gap()); });
    quality_run.run(1.0, [&] { late = std::max(late, links.gap()); });
    return {to_mm * std::max(largest, late), to_mm * late};
}

/// A chain of links that swings down from the horizontal, with a ball of `ratio` links' mass at its end.
std::vector<double> swing_chain(const TestedEngine& tested_engine, int count, double ratio) {
    QualityRun quality_run(tested_engine, awake_world());
    LoadedMechanism links(quality_run, -1);
    BodyNumber last = quality_run.scene().create_body({});
    float end = 0.0f;
    for (int i = 0; i < count; ++i) {
        const BodyNumber link = links.add_link({end, 0.0f}, {end + link_length, 0.0f});
        links.add_hinge_at(last, link, {end, 0.0f});
        last = link;
        end += link_length;
    }
    if (ratio > 0.0) {
        const BodyNumber ball = links.add_ball({end + ball_radius, 0.0f}, ratio);
        links.add_hinge_at(last, ball, {end, 0.0f});
    }
    return play_gaps(quality_run, links);
}

std::vector<double> play_chain(const TestedEngine& tested_engine, double count) {
    return swing_chain(tested_engine, static_cast<int>(count), 0.0);
}

std::vector<double> play_weight(const TestedEngine& tested_engine, double ratio) {
    return swing_chain(tested_engine, 6, ratio);
}

/// A bridge of links that hangs in a V with 2 % slack, and no load.
std::vector<double> play_bridge(const TestedEngine& tested_engine, double count) {
    QualityRun quality_run(tested_engine, awake_world());
    LoadedMechanism links(quality_run, -1);
    const BodyNumber ground = quality_run.scene().create_body({});
    const auto place = [count](int i) {
        const double from_middle = i - 0.5 * count;
        return Point{static_cast<float>(0.98 * from_middle),
                     static_cast<float>(0.199 * (std::abs(from_middle) - 0.5 * count))};
    };
    BodyNumber last = ground;
    for (int i = 0; i < static_cast<int>(count); ++i) {
        const BodyNumber link = links.add_link(place(i), place(i + 1));
        links.add_hinge_at(last, link, place(i));
        last = link;
    }
    links.add_hinge_at(last, ground, place(static_cast<int>(count)));
    return play_gaps(quality_run, links);
}

/// Puts a box on a column of `count` that has come to rest, or takes its last box away. Returns how far the
/// others move within 3 s [mm].
double disturb_column(const TestedEngine& tested_engine, int count, bool adds) {
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber top = add_column(quality_run, count);
    quality_run.run(8.0);
    std::vector<std::pair<BodyNumber, double>> others;
    for (const BodyNumber body : quality_run.dynamic_bodies()) {
        if (adds || body != top) {
            others.emplace_back(body, quality_run.pose(body).y);
        }
    }
    if (adds) {
        const auto height = static_cast<float>(quality_run.pose(top).y + 1.0);
        scenes::add_box(quality_run.scene(), {0.0f, height}, {1.0f, 1.0f}, {.shape = {}, .friction = 0.6f});
    } else {
        quality_run.scene().destroy_body(top);
    }
    double farthest = 0.0;
    quality_run.run(3.0, [&] {
        for (const auto& [body, height] : others) {
            farthest = std::max(farthest, std::abs(quality_run.pose(body).y - height));
        }
    });
    return to_mm * farthest;
}

QualityScene disturbed_columns() {
    return {"continuity, columns of 2 to 20 at rest",
            {{"greatest motion of others when a box is put on", "mm", 0.0, 2},
             {"greatest motion of others when the last is taken away", "mm", 0.0, 2}},
            [](const TestedEngine& tested_engine) {
                double put = 0.0;
                double taken = 0.0;
                for (int count = 2; count <= 20; ++count) {
                    put = std::max(put, disturb_column(tested_engine, count, true));
                    taken = std::max(taken, disturb_column(tested_engine, count, false));
                }
                return std::vector<Metric>{put, taken};
            }};
}

}  // namespace

std::vector<QualityScene> continuity_scenes() {
    const std::vector<std::string> contacts{"deepest overlap", "sag of the top"};
    const std::vector<std::string> joints{"greatest gap", "gap after 4 s"};
    constexpr double tenth = 1.1;
    return {sweep("columns of 1 to 40 boxes", contacts, whole_numbers(1, 40), play_column),
            sweep("box of 1 to 300 on one of 1", contacts, steps_by(tenth, 1.0, 300.0), play_ratio),
            sweep(
                "friction 0 to 1.5 in a pyramid of 8", contacts,
                [] {
                    std::vector<double> values;
                    for (int i = 0; i <= 30; ++i) {
                        values.push_back(0.05 * i);
                    }
                    return values;
                }(),
                play_friction),
            sweep("lengths of 0.01 to 100 m", contacts, steps_by(1.25, 0.01, 100.0), play_length),
            sweep("column of 10, 1 to 8 sub-steps", contacts, whole_numbers(1, 8),
                  [](const TestedEngine& tested_engine, double sub_steps) {
                      return play_column(with_sub_steps(tested_engine, sub_steps), 10.0);
                  }),
            sweep("chains of 2 to 40 links", joints, whole_numbers(2, 40), play_chain),
            sweep("bridges of 2 to 40 links", joints, whole_numbers(2, 40), play_bridge),
            sweep("chain of 6 with 1 to 100 at its end", joints, steps_by(tenth, 1.0, 100.0), play_weight),
            sweep("chain of 6, 1 to 8 sub-steps", joints, whole_numbers(1, 8),
                  [](const TestedEngine& tested_engine, double sub_steps) {
                      return play_chain(with_sub_steps(tested_engine, sub_steps), 6.0);
                  }),
            disturbed_columns()};
}

}  // namespace bench

#include "report/plot.h"

#include "engines/engine_list.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>

namespace bench {
namespace {

/// Appearance of a curve: a colour that people with red-green colour blindness can distinguish, and a symbol.
/// Source: Okabe and Ito, Color Universal Design, 2008.
struct Look {
    const char* color;
    int symbol;
    double width;
};
constexpr std::array looks{Look{"#D55E00", 7, 3.0},  Look{"#0072B2", 5, 2.0},  Look{"#009E73", 9, 2.0},
                           Look{"#CC79A7", 13, 2.0}, Look{"#E69F00", 11, 2.0}, Look{"#56B4E9", 15, 2.0}};

/// Quotes a text with gnuplot's single quotes.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? "''" : std::string(1, c);
    }
    return result + "'";
}

std::string block_name(std::size_t curve) { return "$curve" + std::to_string(curve); }

void write_data(std::ostream& script, const Plot& plot) {
    for (std::size_t i = 0; i < plot.curves.size(); ++i) {
        script << block_name(i) << " << end\n";
        for (const PlotPoint& point : plot.curves[i].points) {
            script << point.x << ' ' << point.y << '\n';
        }
        script << "end\n";
    }
}

/// Returns the range of an axis: all curves and the mark, with a margin on both sides.
std::string range(const Plot& plot, double PlotPoint::*axis, double mark) {
    double minimum = mark > 0.0 ? mark : std::numeric_limits<double>::infinity();
    double largest = mark;
    for (const PlotCurve& curve : plot.curves) {
        for (const PlotPoint& point : curve.points) {
            minimum = std::min(minimum, point.*axis);
            largest = std::max(largest, point.*axis);
        }
    }
    std::ostringstream text;
    text << '[' << 0.75 * minimum << ':' << 1.5 * largest << ']';
    return text.str();
}

/// Writes the commands for the output file. `absolute` is an absolute path, since gnuplot takes a name that
/// begins with `|` for a command.
void write_file(std::ostream& script, const std::filesystem::path& absolute) {
    const bool vectors = absolute.extension() == ".svg";
    script << "set terminal " << (vectors ? "svg size 960,640 background 'white'" : "pngcairo size 960,640")
           << " noenhanced font 'DejaVu Sans,13'\n"
           << "set output " << quoted(absolute.string()) << '\n';
}

void write_axes(std::ostream& script, const Plot& plot) {
    script << "set title " << quoted(plot.title) << ".\"\\n\"." << quoted(plot.subtitle) << '\n'
           << "set xlabel " << quoted(plot.x_label) << '\n'
           << "set ylabel " << quoted(plot.y_label) << '\n'
           << "set logscale xy\n"
           << "set xrange " << range(plot, &PlotPoint::x, 0.0) << '\n'
           << "set yrange " << range(plot, &PlotPoint::y, plot.mark) << '\n'
           << "set format x '%.0f'\n"
              "set format y '%g'\n"
              "set tics nomirror\n"
              "set border 3\n"
              "set grid xtics ytics mxtics mytics linetype 1 linecolor '#d0d0d0', linetype 1 linecolor "
              "'#eeeeee'\n"
              "set key top left Left reverse\n";
}

void write_mark(std::ostream& script, const Plot& plot) {
    script << "set arrow from graph 0, first " << plot.mark << " to graph 1, first " << plot.mark
           << " nohead dashtype 2 linecolor '#555555'\n"
           << "set label " << quoted(plot.mark_name) << " at graph 0.01, first " << plot.mark
           << " offset 0,0.6 textcolor '#555555'\n";
}

}  // namespace

void check_plot_file(const std::filesystem::path& file) {
    if (file.extension() != ".svg" && file.extension() != ".png") {
        throw UsageError("\"" + file.string() + "\" is neither .svg nor .png");
    }
    const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    if (!std::filesystem::is_directory(folder)) {
        throw UsageError("cannot write to \"" + file.string() + "\": there is no folder " + folder.string());
    }
}

std::string gnuplot_script(const Plot& plot, const std::filesystem::path& file) {
    std::ostringstream script;
    script.precision(9);
    write_data(script, plot);
    write_file(script, std::filesystem::absolute(file));
    write_axes(script, plot);
    if (plot.mark > 0.0) {
        write_mark(script, plot);
    }
    script << "plot ";
    for (std::size_t i = 0; i < plot.curves.size(); ++i) {
        const Look& look = looks[i % looks.size()];
        script << (i == 0 ? "" : ", ") << block_name(i) << " with linespoints linecolor '" << look.color
               << "' linewidth " << look.width << " pointtype " << look.symbol << " title "
               << quoted(plot.curves[i].name);
    }
    script << '\n';
    return script.str();
}

bool has_gnuplot() {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((folder + "/gnuplot").c_str(), X_OK) == 0) {
            return true;
        }
    }
    return false;
}

void draw(const Plot& plot, const std::filesystem::path& file) {
    const std::string script = gnuplot_script(plot, file);
    // If gnuplot cannot write to the file, it draws on the standard output instead.
    std::FILE* const pipe = popen("gnuplot - >/dev/null", "w");
    if (pipe == nullptr) {
        throw std::runtime_error("gnuplot could not be started");
    }
    const bool written = std::fwrite(script.data(), 1, script.size(), pipe) == script.size();
    const int status = pclose(pipe);
    if (!written || status != 0) {
        throw std::runtime_error("gnuplot could not draw \"" + file.string() + "\"");
    }
}

}  // namespace bench

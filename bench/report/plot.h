#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Pictures of curves, drawn by gnuplot.
namespace bench {

struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
};

struct PlotCurve {
    std::string name;  ///< In the legend.
    std::vector<PlotPoint> points;
};

/// Both axes are logarithmic: all values are above zero.
struct Plot {
    std::string title;
    std::string subtitle;
    std::string x_label;  ///< With its unit.
    std::string y_label;
    std::vector<PlotCurve> curves;
    /// A horizontal line to read the curves by, and what it says; none below or at zero.
    double mark = 0.0;
    std::string mark_name;
};

/// Throws `UsageError` for a file that is neither .svg nor .png, or in a folder that is not there.
void check_plot_file(const std::filesystem::path& file);

/// What gnuplot is to be fed, data included. The file's name ends in .svg or .png.
std::string gnuplot_script(const Plot& plot, const std::filesystem::path& file);

/// Whether the program is in one of the folders of PATH.
bool has_gnuplot();

/// Draws into the file. Throws `std::runtime_error` where gnuplot cannot be run or fails.
void draw(const Plot& plot, const std::filesystem::path& file);

}  // namespace bench

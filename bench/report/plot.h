#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Plots of curves, drawn by gnuplot.
namespace bench {

struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
};

struct PlotCurve {
    std::string name;  ///< Shown in the legend.
    std::vector<PlotPoint> points;
};

/// Plot with two logarithmic axes: all values must be above zero.
struct Plot {
    std::string title;
    std::string subtitle;
    std::string x_label;  ///< With its unit.
    std::string y_label;
    std::vector<PlotCurve> curves;
    /// Value and name of a horizontal reference line; none if not above zero.
    double mark = 0.0;
    std::string mark_name;
};

/// Throws `UsageError` for a file that is neither .svg nor .png, or in a folder that does not exist.
void check_plot_file(const std::filesystem::path& file);

/// Returns the input for gnuplot, data included. The file's name ends in .svg or .png.
std::string gnuplot_script(const Plot& plot, const std::filesystem::path& file);

/// Returns whether gnuplot is in one of the folders of PATH.
bool has_gnuplot();

/// Draws into the file. Throws `std::runtime_error` if gnuplot cannot be run or fails.
void draw(const Plot& plot, const std::filesystem::path& file);

}  // namespace bench

#pragma once

#include <drystone/collision/math3.h>

#include <Eigen/Core>

/// Implicit conversions between Drystone's vectors and Eigen's of the same scalar and size; expressions of
/// Eigen convert to Drystone's vectors, too. The only header of Drystone that needs Eigen.
namespace drystone {
namespace detail {

template <class T>
concept EigenExpression = requires(const T& t) {
    []<class Derived>(const Eigen::MatrixBase<Derived>&) {}(t);
};

/// An expression of Eigen with `dimension` rows and one column.
template <class T, class Scalar, int dimension>
concept EigenColumn = EigenExpression<T> && T::RowsAtCompileTime == dimension&& T::ColsAtCompileTime == 1 &&
                      std::is_same_v<typename T::Scalar, Scalar>;

template <class T>
concept EigenVector = std::is_same_v<T, Eigen::Matrix<typename T::Scalar, T::RowsAtCompileTime, 1>>;

}  // namespace detail

/// Conversion of vectors in the plane from and to Eigen's.
template <detail::Vector2 V, detail::EigenColumn<typename V::Scalar, 2> Other>
struct VectorConversion<V, Other> {
    /// Returns the vector of an Eigen expression.
    static V from(const Other& other) {
        const Eigen::Matrix<typename V::Scalar, 2, 1> v = other;
        return {v[0], v[1]};
    }
    /// Returns an Eigen vector.
    static Other to(const V& v) requires detail::EigenVector<Other> { return {v.x, v.y}; }
};

/// Conversion of vectors in space from and to Eigen's.
template <detail::Vector3 V, detail::EigenColumn<typename V::Scalar, 3> Other>
struct VectorConversion<V, Other> {
    /// Returns the vector of an Eigen expression.
    static V from(const Other& other) {
        const Eigen::Matrix<typename V::Scalar, 3, 1> v = other;
        return {v[0], v[1], v[2]};
    }
    /// Returns an Eigen vector.
    static Other to(const V& v) requires detail::EigenVector<Other> { return {v.x, v.y, v.z}; }
};

}  // namespace drystone

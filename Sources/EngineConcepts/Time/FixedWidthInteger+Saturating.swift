/// Arithmetic on numbers that come from outside: it stops at the bounds of the type where the plain operators would end
/// the program.
extension FixedWidthInteger {
    /// Returns the sum, or the nearest bound of the type if it is out of range.
    public func adding(saturating other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other < 0 ? .min : .max
    }

    /// Returns the difference, or the nearest bound of the type if it is out of range.
    public func subtracting(saturating other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        // Without a sign, a difference can only be too small.
        return other < 0 ? .max : .min
    }

    /// Returns the product, or the nearest bound of the type if it is out of range.
    public func multiplying(saturating other: Self) -> Self {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        guard overflow else { return product }
        return (self < 0) == (other < 0) ? .max : .min
    }
}

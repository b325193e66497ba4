/// The scalars whose width is not 1: Unicode 15.0, with the marks and emoji of 17.0.
///
/// Wide: East_Asian_Width W and F of `EastAsianWidth.txt`, with the unassigned ranges that its head declares wide.
/// Zero: general category Mn, Me and Cf of `UnicodeData.txt` from U+0300 on, but not the Arabic and Syriac signs that
/// enclose what follows; Default_Ignorable_Code_Point; line and paragraph separator; vowels and finals of Hangul.
/// `Sources/Scripts/unicode-tables` writes the ranges.
enum WidthTable {
    /// Returns the width of a scalar by itself: 0, 1 or 2. A binary search over at most 371 ranges, after quick checks for
    /// common scripts.
    static func width(of scalar: UInt32) -> Int {
        if scalar < 0x300 { return 1 }
        if scalar >= 0x1100 {
            if (0x4e00...0x9fff).contains(scalar) || (0xac00...0xd7a3).contains(scalar) { return 2 }
            if contains(wide, scalar) { return 2 }
        }
        return contains(zero, scalar) ? 0 : 1
    }

    /// Returns true if `EastAsianWidth.txt` says A, ambiguous: letters of Greek and Cyrillic, frames, stars. Excludes private
    /// use.
    static func isAmbiguous(_ scalar: UInt32) -> Bool { scalar >= 0xa1 && contains(ambiguous, scalar) }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ scalar: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= scalar
    }
}

extension String {
    /// Creates the digits of a non-negative number, with leading zeros up to `width` digits.
    package init(_ number: some BinaryInteger, width: Int, radix: Int = 10) {
        let digits = String(number, radix: radix)
        self = String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

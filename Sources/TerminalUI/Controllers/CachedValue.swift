/// The last value that was derived from an input, such as the widths of columns from the rows of a list. Only another input
/// makes another value, so that a frame costs the same for a list of any length.
struct CachedValue<Input: Equatable, Output> {
    private var last: (input: Input, output: Output)?

    /// Returns the value for `input`. Takes constant time while an input that is an array is the same array.
    mutating func value(for input: Input, _ derive: (Input) -> Output) -> Output {
        if let last, last.input == input { return last.output }
        let output = derive(input)
        last = (input, output)
        return output
    }
}

/// A value that is derived from another one, such as the widths of columns from the rows of a list. It is derived again only
/// if that one has changed, so that a frame costs the same for a list of any length.
struct Derived<Input: Equatable, Output> {
    private var last: (input: Input, output: Output)?

    /// Returns the value for `input`. Takes constant time while the input is the same array.
    mutating func value(for input: Input, _ derive: (Input) -> Output) -> Output {
        if let last, last.input == input { return last.output }
        let output = derive(input)
        last = (input, output)
        return output
    }
}

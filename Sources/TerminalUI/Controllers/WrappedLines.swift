import TerminalKit

/// The wrapped lines of a long text. Only other rows, another width or another appearance make others: they are too many to
/// be wrapped for each frame.
struct WrappedLines<Row: Equatable> {
    private struct Input: Equatable {
        let rows: [Row]
        let width: Int
        let appearance: Appearance
    }

    private var cache = CachedValue<Input, [TextLine]>()

    /// Returns the lines that `wrap` makes of `rows`.
    mutating func lines(
        of rows: [Row], width: Int, in appearance: Appearance, wrap: ([Row], Int) -> [TextLine]
    ) -> [TextLine] {
        cache.value(for: Input(rows: rows, width: width, appearance: appearance)) { wrap($0.rows, $0.width) }
    }
}

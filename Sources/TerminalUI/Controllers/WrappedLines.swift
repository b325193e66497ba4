import TerminalKit
import ViewModels

/// The wrapped lines of a long text. Only other rows, another width or another appearance make others: they are too many to
/// be wrapped for each frame.
struct WrappedLines<Row: Equatable> {
    private struct Input: Equatable {
        let rows: [Row]
        let width: Int
        let appearance: Appearance
    }

    private var cache = CachedValue<Input, [TextLine]>()
    /// The area of a ``TextWrapping`` screen between its bars, or `nil` before its first layout.
    fileprivate var content: Rect?

    /// Returns the lines that `wrap` makes of `rows`.
    mutating func lines(
        of rows: [Row], width: Int, in appearance: Appearance, wrap: ([Row], Int) -> [TextLine]
    ) -> [TextLine] {
        cache.value(for: Input(rows: rows, width: width, appearance: appearance)) { wrap($0.rows, $0.width) }
    }
}

/// A screen with a text between its bars that is wrapped to their width, such as the help.
protocol TextWrapping: ScreenController, PageScrolling, ActionSending where Action: WrappedTextAction {
    associatedtype Part: Equatable

    var ui: UIState { get }
    /// The text, such as the sections of the help.
    var parts: [Part] { get }
    var wrapped: WrappedLines<Part> { get set }
    /// Returns the lines of the text in `width` columns.
    func wrap(_ parts: [Part], width: Int) -> [TextLine]
}

extension TextWrapping {
    func layout(in area: Rect) {
        wrapped.content = ListDrawing.content(of: area)
        stateChanged()
    }

    func stateChanged() {
        guard let content = wrapped.content else { return }
        send(.measure(count: lines(width: content.width).count, height: content.height))
    }

    /// Returns all lines of the text for an area of the screen.
    func lines(in area: Rect) -> [TextLine] { lines(width: ListDrawing.content(of: area).width) }

    private func lines(width: Int) -> [TextLine] {
        wrapped.lines(of: parts, width: width, in: ui.appearance) { wrap($0, width: $1) }
    }
}

public import TerminalKit

/// The content of the screen: the cells, and the cursor while text is typed.
public struct Frame: Equatable {
    public var buffer: CellBuffer
    /// The position of the cursor, or `nil` to hide it.
    public var cursor: Point?
}

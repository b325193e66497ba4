public import TerminalKit

/// An event that the terminal or the system reports to the event loop.
public nonisolated enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// Text was pasted, all at once; lines end with line feeds.
    case paste(String)
    case mouse(MouseEvent)
    /// The window was resized.
    case resized(Size)
    /// The process was continued after a stop.
    case resumed
    /// The numbers of the terminal's answer to DA1 (<https://vt100.net/docs/vt510-rm/DA1.html>).
    case attributes([Int])
    /// The terminal's answer whether it supports the private mode with this number (DECRQM,
    /// <https://vt100.net/docs/vt510-rm/DECRQM.html>).
    case mode(Int, isUnderstood: Bool)
    /// A signal asks the program to end.
    case signal(TerminationSignal)
    /// The terminal is gone; no more keys will come.
    case closed
}

/// An action of the mouse on a cell.
public nonisolated struct MouseEvent: Hashable, Sendable {
    /// The kind of a mouse event.
    public enum Action: Hashable, Sendable {
        /// A button was pressed.
        case press(Button)
        /// The mouse was moved with a button pressed.
        case drag(Button)
        /// A button was released.
        case release(Button)
        /// The wheel was turned up.
        case wheelUp
        /// The wheel was turned down.
        case wheelDown
    }

    public enum Button: Hashable, Sendable {
        case left
        case middle
        case right
    }

    /// The kind of event.
    public let action: Action
    /// The cell under the mouse pointer.
    public let point: Point
    public let modifiers: Key.Modifiers

    public init(_ action: Action, at point: Point, modifiers: Key.Modifiers = []) {
        self.action = action
        self.point = point
        self.modifiers = modifiers
    }
}

/// Keys without a character, as xterm sends them in keypad mode.
public enum TerminalKey: String, Sendable {
    /// Return.
    case enter = "\r"
    /// Esc.
    case escape = "\u{1b}"
    /// Tab.
    case tab = "\t"
    /// Backspace.
    case backspace = "\u{7f}"
    /// The arrow up.
    case up = "\u{1b}OA"
    /// The arrow down.
    case down = "\u{1b}OB"
    /// The arrow to the right.
    case right = "\u{1b}OC"
    /// The arrow to the left.
    case left = "\u{1b}OD"
    /// Home.
    case home = "\u{1b}OH"
    /// End.
    case end = "\u{1b}OF"
    /// Page up.
    case pageUp = "\u{1b}[5~"
    /// Page down.
    case pageDown = "\u{1b}[6~"
    /// Ctrl with the arrow to the left.
    case controlLeft = "\u{1b}[1;5D"
    /// Shift with Tab.
    case shiftTab = "\u{1b}[Z"
}

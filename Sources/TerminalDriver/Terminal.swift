public import TerminalKit

/// A terminal: shows frames and delivers events. ``NcursesTerminal`` is a real one, ``TestTerminal`` one in memory.
public protocol Terminal: AnyObject {
    /// The current size in columns and rows.
    var size: Size { get }
    /// The capabilities; known after the start.
    var capabilities: TerminalCapabilities { get }

    /// Takes over the terminal and starts delivering events, on the main actor.
    func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws
    /// Shows a frame. Only the differences from the previous frame are sent.
    func draw(_ frame: Frame)
    /// Marks the screen as unknown after other output, so that the next frame is sent completely.
    func invalidate()
    /// Restores the terminal, stops the process like the shell's suspend key, and takes over the terminal when it is
    /// continued. Delivers ``TerminalEvent/resumed`` then.
    func suspend()
    /// Restores the terminal for another program. Until ``takeBack()`` nothing is drawn, no key is read, and the signals
    /// of keys are left to that program.
    func lend()
    /// Takes over the terminal again after ``lend()``. Delivers ``TerminalEvent/resumed``.
    func takeBack()
    func ring()
    /// Copies text to the clipboard of the user's machine if the terminal supports it.
    func copy(_ text: String)

    /// Sends a terminal notification, without control characters.
    func notify(_ form: TerminalNotification, title: String, text: String)
    /// Restores the terminal. Further calls do nothing.
    func end()
}

/// The content of the screen: the cells, and the cursor while text is typed.
public struct Frame: Equatable {
    public var buffer: CellBuffer
    /// The position of the cursor, or `nil` to hide it.
    public var cursor: Point?
}

/// The capabilities of a terminal.
public nonisolated struct TerminalCapabilities: Hashable, Sendable {
    /// The number of colours.
    public var depth: ColorDepth
    /// True if it shows more than ASCII.
    public var isUnicode: Bool

    /// True if it is known to draw pictures by kitty's protocol with Unicode placeholders.
    public var drawsPictures: Bool
    /// True if it has reported that it draws sixels.
    public var drawsSixels = false
    /// The size of a cell in pixels, or `nil` if unknown.
    public var cellPixels: Size?

    /// Creates capabilities.
    public init(depth: ColorDepth = .truecolor, isUnicode: Bool = true, drawsPictures: Bool = false) {
        self.depth = depth
        self.isUnicode = isUnicode
        self.drawsPictures = drawsPictures
    }

    /// The symbols that it can show.
    public var glyphs: Glyphs { isUnicode ? .unicode : .ascii }
}

/// An event of the terminal.
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

/// The signals that ask a program to end.
public nonisolated enum TerminationSignal: Int32, Hashable, Sendable {
    /// SIGHUP: the terminal was closed.
    case hangUp = 1
    /// SIGINT.
    case interrupt = 2
    /// SIGQUIT.
    case quit = 3
    /// SIGTERM.
    case terminate = 15
}

/// A mouse event.
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

    /// A mouse button.
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

    /// Creates an event.
    public init(_ action: Action, at point: Point, modifiers: Key.Modifiers = []) {
        self.action = action
        self.point = point
        self.modifiers = modifiers
    }
}

/// The escape sequences for terminal notifications. The raw value is the name in the settings.
public nonisolated enum TerminalNotification: String, Hashable, Sendable {
    /// OSC 9, one line of text: iTerm2, Windows Terminal, kitty, foot, WezTerm.
    case osc9
    /// OSC 777, title and text: urxvt, foot, WezTerm, Ghostty.
    case osc777

    /// Returns the sequence for a notification. Semicolons separate the fields of OSC 777, so they are removed from the
    /// title.
    public func sequence(title: String, text: String) -> String {
        func clean(_ text: String) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
        }
        switch self {
        case .osc9: return "\u{1b}]9;\(clean(title)): \(clean(text))\u{7}"
        case .osc777:
            return "\u{1b}]777;notify;\(clean(title).split(separator: ";").joined(separator: ","));\(clean(text))\u{7}"
        }
    }
}

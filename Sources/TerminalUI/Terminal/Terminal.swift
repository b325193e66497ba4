public import TerminalKit

/// What a program needs of a terminal: frames go out, events come in. ``NcursesTerminal`` is a real one,
/// ``TestTerminal`` one in memory.
public protocol Terminal: AnyObject {
    /// Columns and rows of the moment.
    var size: Size { get }
    /// What it can do; known once it has started.
    var capabilities: TerminalCapabilities { get }

    /// Takes the screen and begins to deliver events, on the main actor.
    func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws
    /// Shows a frame; what is on the screen already is not sent again.
    func draw(_ frame: Frame)
    /// What is on the screen is not known any more, since something else has written to it: the next frame is sent whole.
    func forget()
    /// Gives the screen back, stops the process as the shell's suspend key does, and takes the screen again when it is
    /// continued; delivers ``TerminalEvent/resumed`` then.
    func suspend()
    /// Rings the bell.
    func ring()
    /// Puts text into the clipboard of the user's machine, where the terminal passes it on.
    func copy(_ text: String)

    /// Asks the terminal to show a notification. Control characters are left out.
    func notify(_ form: TerminalNotification, title: String, text: String)
    /// Gives the screen back as it was. Calling it again does nothing.
    func end()
}

/// What is shown: the cells, and the cursor where something is typed.
public struct Frame: Equatable {
    /// The cells.
    public var buffer: CellBuffer
    /// Where the cursor blinks; nil hides it.
    public var cursor: Point?

    /// Makes a frame.
    public init(_ buffer: CellBuffer, cursor: Point? = nil) {
        self.buffer = buffer
        self.cursor = cursor
    }
}

/// What a terminal can do.
public nonisolated struct TerminalCapabilities: Hashable, Sendable {
    /// How many colours.
    public var depth: ColorDepth
    /// Whether it shows more than ASCII.
    public var isUnicode: Bool

    /// Whether it is known to draw pictures by kitty's protocol where cells name them.
    public var drawsPictures: Bool
    /// Whether it has said that it draws sixels.
    public var drawsSixels = false
    /// The pixels of a cell; nil where it does not say.
    public var cellPixels: Size?

    /// Makes capabilities.
    public init(depth: ColorDepth = .truecolor, isUnicode: Bool = true, drawsPictures: Bool = false) {
        self.depth = depth
        self.isUnicode = isUnicode
        self.drawsPictures = drawsPictures
    }

    /// The signs that it can show.
    public var glyphs: Glyphs { isUnicode ? .unicode : .ascii }
}

/// What happens at a terminal.
public nonisolated enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// Text was pasted, all of it at once; lines end with line feeds.
    case paste(String)
    /// The mouse did something.
    case mouse(MouseEvent)
    /// The window has another size.
    case resized(Size)
    /// The process was stopped and goes on.
    case resumed
    /// The terminal has said what it is: what it can do, by the numbers of its answer to DA1
    /// (<https://vt100.net/docs/vt510-rm/DA1.html>).
    case attributes([Int])
    /// The terminal has said whether it has a private mode, of this number, that can be turned on
    /// (DECRQM, <https://vt100.net/docs/vt510-rm/DECRQM.html>).
    case mode(Int, isUnderstood: Bool)
    /// A signal asks the program to end.
    case signal(TerminationSignal)
    /// The terminal is gone: no key will ever come.
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

/// Something that the mouse did.
public nonisolated struct MouseEvent: Hashable, Sendable {
    /// What it did.
    public enum Action: Hashable, Sendable {
        /// A button went down.
        case press(Button)
        /// The mouse moved with a button down.
        case drag(Button)
        /// A button came up.
        case release(Button)
        /// The wheel turned up.
        case wheelUp
        /// The wheel turned down.
        case wheelDown
    }

    /// A button of the mouse.
    public enum Button: Hashable, Sendable {
        /// The left one.
        case left
        /// The middle one.
        case middle
        /// The right one.
        case right
    }

    /// What it did.
    public let action: Action
    /// The cell under it.
    public let point: Point
    /// What was held down.
    public let modifiers: Key.Modifiers

    /// Makes an event.
    public init(_ action: Action, at point: Point, modifiers: Key.Modifiers = []) {
        self.action = action
        self.point = point
        self.modifiers = modifiers
    }
}

/// The ways in which terminals are asked to show a notification. The raw value is its name in the settings.
public nonisolated enum TerminalNotification: String, Hashable, Sendable {
    /// OSC 9, one line of text: iTerm2, Windows Terminal, kitty, foot, WezTerm.
    case osc9
    /// OSC 777, title and text: urxvt, foot, WezTerm, Ghostty.
    case osc777

    /// What is sent for it. Semicolons part the fields of OSC 777, so none stays in the title.
    func sequence(title: String, text: String) -> String {
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

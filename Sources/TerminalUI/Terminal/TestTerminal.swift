public import TerminalKit

/// A terminal in memory: tests press keys and read what is shown. With ``EventLoop/idle()`` they wait exactly.
public final class TestTerminal: Terminal {
    /// Columns and rows.
    public private(set) var size: Size
    /// What it is told to be able to do.
    public let capabilities: TerminalCapabilities
    /// The frame that is shown; nil before the first.
    public private(set) var frame: Frame?
    /// How many frames differed from the one before.
    public private(set) var changedFrames = 0
    /// What was copied last.
    public private(set) var clipboard: String?
    /// How often the bell rang.
    public private(set) var bells = 0
    /// What it was asked to notify of.
    public private(set) var notifications: [String] = []
    /// How often it was asked to show the next frame whole.
    public private(set) var redrawings = 0
    /// How often it was suspended.
    public private(set) var suspensions = 0
    /// Whether the screen is taken.
    public private(set) var isStarted = false

    private var deliver: (@MainActor (TerminalEvent) -> Void)?
    private var waiting: [TerminalEvent] = []

    /// Makes a terminal of this size.
    public init(width: Int = 80, height: Int = 24, capabilities: TerminalCapabilities = TerminalCapabilities()) {
        size = Size(width: width, height: height)
        self.capabilities = capabilities
    }

    /// The rows that are shown, without the spaces at their ends.
    public var lines: [String] { frame?.buffer.lines ?? [] }

    /// All that is shown.
    public var text: String { lines.joined(separator: "\n") }

    /// Lets an event happen.
    public func send(_ event: TerminalEvent) {
        if let deliver {
            deliver(event)
        } else {
            waiting.append(event)
        }
    }

    /// Presses keys written as in a key table, such as `g g`.
    public func press(_ keys: String) throws(KeyNotationError) {
        for key in try KeySequence(keys).keys {
            send(.key(key))
        }
    }

    /// Types text, character by character.
    public func type(_ text: String) {
        for character in text {
            send(.key(character == "\n" ? .named(.enter) : .character(character)))
        }
    }

    /// Gives the window another size.
    public func resize(width: Int, height: Int) {
        size = Size(width: width, height: height)
        send(.resized(size))
    }

    /// Takes the screen and delivers what happened before.
    public func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws {
        self.deliver = deliver
        isStarted = true
        for event in waiting {
            deliver(event)
        }
        waiting = []
    }

    /// Shows the frame.
    public func draw(_ frame: Frame) {
        if frame != self.frame { changedFrames += 1 }
        self.frame = frame
    }

    /// Counts.
    public func forget() {
        redrawings += 1
    }

    /// Counts, and goes on at once.
    public func suspend() {
        suspensions += 1
        send(.resumed)
    }

    /// Counts.
    public func ring() {
        bells += 1
    }

    /// Keeps the text.
    public func copy(_ text: String) {
        clipboard = text
    }

    /// Keeps what would be sent.
    public func notify(_ form: TerminalNotification, title: String, text: String) {
        notifications.append(form.sequence(title: title, text: text))
    }

    /// Gives the screen back.
    public func end() {
        isStarted = false
        deliver = nil
    }
}

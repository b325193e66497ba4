public import TerminalDriver
public import TerminalKit

/// A terminal in memory: tests press keys and read the screen. ``EventLoop/idle()`` lets them wait exactly.
public final class TestTerminal: Terminal {
    /// The size in columns and rows.
    public private(set) var size: Size
    /// The capabilities given to it.
    public let capabilities: TerminalCapabilities
    /// The current frame, or `nil` before the first.
    public private(set) var frame: Frame?
    /// The last text copied.
    public private(set) var clipboard: String?
    /// The number of times the bell rang.
    public private(set) var bells = 0
    /// The notifications sent.
    public private(set) var notifications: [String] = []
    /// The number of times that it was lent.
    public private(set) var loans = 0
    /// True while it is lent.
    public private(set) var isLent = false
    /// True between start and end.
    public private(set) var isStarted = false

    private var deliver: (@MainActor (TerminalEvent) -> Void)?
    private var waiting: [TerminalEvent] = []

    /// Makes a terminal of this size.
    public init(width: Int = 80, height: Int = 24, capabilities: TerminalCapabilities = TerminalCapabilities()) {
        size = Size(width: width, height: height)
        self.capabilities = capabilities
    }

    /// The rows on the screen without trailing spaces.
    public var lines: [String] { frame?.buffer.lines ?? [] }

    /// The whole text on the screen.
    public var text: String { lines.joined(separator: "\n") }

    /// Delivers an event.
    public func send(_ event: TerminalEvent) {
        if let deliver {
            deliver(event)
        } else {
            waiting.append(event)
        }
    }

    /// Presses keys written as in the key table, such as `g g`.
    public func press(_ keys: String) throws(KeyNotationError) {
        for key in try KeySequence(keys).keys { send(.key(key)) }
    }

    /// Types text, character by character.
    public func type(_ text: String) {
        for character in text { send(.key(character == "\n" ? .named(.enter) : .character(character))) }
    }

    /// Resizes the window.
    public func resize(width: Int, height: Int) {
        size = Size(width: width, height: height)
        send(.resized(size))
    }

    /// Starts, and delivers the events that were sent before.
    public func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws {
        self.deliver = deliver
        isStarted = true
        for event in waiting { deliver(event) }
        waiting = []
    }

    /// Shows the frame.
    public func draw(_ frame: Frame) { self.frame = frame }

    /// Does nothing: every frame is complete.
    public func invalidate() {}

    /// Resumes at once.
    public func suspend() { send(.resumed) }

    /// Counts the loan.
    public func lend() {
        loans += 1
        isLent = true
    }

    /// Resumes.
    public func takeBack() {
        isLent = false
        send(.resumed)
    }

    /// Counts the bell.
    public func ring() { bells += 1 }

    /// Stores the text.
    public func copy(_ text: String) { clipboard = text }

    /// Stores the sequence that would be sent.
    public func notify(_ form: TerminalNotification, title: String, text: String) {
        notifications.append(form.sequence(title: title, text: text))
    }

    /// Ends.
    public func end() {
        isStarted = false
        deliver = nil
    }
}

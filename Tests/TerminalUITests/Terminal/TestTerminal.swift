import TerminalKit

@testable import TerminalDriver

/// A terminal in memory: tests press keys and read the screen. ``EventLoop/idle()`` lets them wait exactly.
final class TestTerminal: Terminal {
    /// The size in columns and rows.
    private(set) var size: Size
    /// The capabilities given to it.
    let capabilities: TerminalCapabilities
    /// The current frame, or `nil` before the first.
    private(set) var frame: Frame?
    /// The number of frames that differed from the previous one.
    private(set) var changedFrames = 0
    /// The last text copied.
    private(set) var clipboard: String?
    /// The number of times the bell rang.
    private(set) var bells = 0
    /// The notifications sent.
    private(set) var notifications: [String] = []
    /// The number of requests for a complete redraw.
    private(set) var redrawings = 0
    /// The number of suspensions.
    private(set) var suspensions = 0
    /// The number of times that it was lent.
    private(set) var loans = 0
    /// True while it is lent.
    private(set) var isLent = false
    /// True between start and end.
    private(set) var isStarted = false

    private var deliver: (@MainActor (TerminalEvent) -> Void)?
    private var waiting: [TerminalEvent] = []

    /// Makes a terminal of this size.
    init(width: Int = 80, height: Int = 24, capabilities: TerminalCapabilities = TerminalCapabilities()) {
        size = Size(width: width, height: height)
        self.capabilities = capabilities
    }

    /// The rows on the screen without trailing spaces.
    var lines: [String] { frame?.buffer.lines ?? [] }

    /// The whole text on the screen.
    var text: String { lines.joined(separator: "\n") }

    /// Delivers an event.
    func send(_ event: TerminalEvent) {
        if let deliver {
            deliver(event)
        } else {
            waiting.append(event)
        }
    }

    /// Presses keys written as in the key table, such as `g g`.
    func press(_ keys: String) throws(KeyNotationError) {
        for key in try KeySequence(keys).keys {
            send(.key(key))
        }
    }

    /// Types text, character by character.
    func type(_ text: String) {
        for character in text {
            send(.key(character == "\n" ? .named(.enter) : .character(character)))
        }
    }

    /// Resizes the window.
    func resize(width: Int, height: Int) {
        size = Size(width: width, height: height)
        send(.resized(size))
    }

    /// Starts, and delivers the events that were sent before.
    func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws {
        self.deliver = deliver
        isStarted = true
        for event in waiting {
            deliver(event)
        }
        waiting = []
    }

    /// Shows the frame.
    func draw(_ frame: Frame) {
        if frame != self.frame { changedFrames += 1 }
        self.frame = frame
    }

    /// Counts the complete redrawings.
    func invalidate() {
        redrawings += 1
    }

    /// Counts the suspension and resumes at once.
    func suspend() {
        suspensions += 1
        send(.resumed)
    }

    /// Counts the loan.
    func lend() {
        loans += 1
        isLent = true
    }

    /// Resumes.
    func takeBack() {
        isLent = false
        send(.resumed)
    }

    /// Counts the bell.
    func ring() {
        bells += 1
    }

    /// Stores the text.
    func copy(_ text: String) {
        clipboard = text
    }

    /// Stores the sequence that would be sent.
    func notify(_ form: TerminalNotification, title: String, text: String) {
        notifications.append(form.sequence(title: title, text: text))
    }

    /// Ends.
    func end() {
        isStarted = false
        deliver = nil
    }
}

public import EngineConcepts

/// Something that was said to the reader.
public nonisolated struct Notice: Equatable, Sendable, Identifiable {
    /// How grave it is.
    public enum Kind: String, Equatable, Sendable {
        /// Something was done.
        case note
        /// Something could not be done.
        case problem
    }

    /// Counts the messages of a run.
    public var id: Int
    /// When it was said.
    public var time: Timestamp
    /// How grave it is.
    public var kind: Kind
    /// The words.
    public var text: String
}

/// What is said to the reader: the toast that is on the screen, and everything that was said before.
///
/// One per run, shared by all view-models. A toast goes away by itself; the history keeps the last ``limit``.
public final class MessageCenter {
    /// How many messages are kept.
    public static let limit = 500

    /// Everything that was said, oldest first.
    public private(set) var history: [Notice] = []
    /// What is on the screen.
    public private(set) var toast: Notice? {
        didSet { if toast != oldValue { onChange?() } }
    }
    /// Told when the toast or the history changed.
    public var onChange: (() -> Void)?

    private let time: any TimeSource
    private var expiry: Task<Void, Never>?
    private var count = 0

    /// Makes an empty centre.
    public init(time: any TimeSource) {
        self.time = time
    }

    /// Says that something was done.
    public func note(_ text: String) {
        show(record(.note, text), for: .seconds(4))
    }

    /// Says that something could not be done.
    public func problem(_ text: String) {
        show(record(.problem, text), for: .seconds(8))
    }

    /// Says what something came to.
    public func say(_ text: String, isWrong: Bool) {
        if isWrong { problem(text) } else { note(text) }
    }

    /// Keeps a message, mostly a problem, in the history without covering the screen with it.
    public func log(_ text: String, _ kind: Notice.Kind = .problem) {
        _ = record(kind, text)
        onChange?()
    }

    /// Takes the toast off the screen.
    public func dismiss() {
        expiry?.cancel()
        expiry = nil
        toast = nil
    }

    private func record(_ kind: Notice.Kind, _ text: String) -> Notice {
        count += 1
        let message = Notice(id: count, time: time.now(), kind: kind, text: text)
        history.append(message)
        if history.count > Self.limit { history.removeFirst(history.count - Self.limit) }
        return message
    }

    private func show(_ message: Notice, for duration: Duration) {
        expiry?.cancel()
        toast = message
        expiry = Task { [weak self, time] in
            // Cancelled means that another toast took this one's place.
            do { try await time.sleep(for: duration) } catch { return }
            guard let self, self.toast?.id == message.id else { return }
            self.toast = nil
        }
    }
}

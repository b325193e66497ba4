public import EngineConcepts
public import Localization

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
    /// The language of the messages.
    public let wording: Localizer
    private var expiry: Task<Void, Never>?
    private var count = 0

    /// Makes an empty centre whose messages are in the language of `wording`.
    public init(time: any TimeSource, wording: Localizer) {
        self.time = time
        self.wording = wording
    }

    /// Shows that something was done.
    public func note(_ text: String) {
        show(record(.note, text), for: .seconds(4))
    }

    /// Shows that something was done.
    public func note(_ key: MessageKey, _ values: Localizer.Value...) {
        note(wording(key, values))
    }

    /// Shows that something could not be done.
    public func problem(_ text: String) {
        show(record(.problem, text), for: .seconds(8))
    }

    /// Shows that something could not be done.
    public func problem(_ key: MessageKey, _ values: Localizer.Value...) {
        problem(wording(key, values))
    }

    /// Shows an error.
    public func problem(_ error: any Error) {
        problem(wording.words(for: error))
    }

    /// Shows what an error prevented; the words of `key` take those of the error.
    public func problem(_ key: MessageKey, _ error: any Error) {
        problem(key, .words(wording.words(for: error)))
    }

    /// Shows an outcome.
    public func say(_ text: String, isWrong: Bool) {
        if isWrong { problem(text) } else { note(text) }
    }

    /// Adds an error to the history without showing it.
    public func log(_ error: any Error) {
        log(wording.words(for: error))
    }

    /// Adds to the history what an error prevented, without showing it.
    public func log(_ key: MessageKey, _ error: any Error) {
        log(wording(key, .words(wording.words(for: error))))
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

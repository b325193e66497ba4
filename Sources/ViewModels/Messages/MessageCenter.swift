public import EngineConcepts
public import Localization

/// A message to the user.
public nonisolated struct Notice: Equatable, Sendable, Identifiable {
    /// The severity.
    public enum Kind: String, Equatable, Sendable {
        /// Something was done.
        case note
        /// An error.
        case failure

        /// The time for which a message is shown.
        fileprivate var duration: Duration {
            switch self {
            case .note: .seconds(4)
            case .failure: .seconds(8)
            }
        }
    }

    /// The number of the message within the run.
    public var id: Int
    public var time: Timestamp
    public var kind: Kind
    public var text: String
}

/// The messages to the user: the current toast and the history.
///
/// One instance per run, shared by all view-models. A toast disappears by itself; the history keeps the last
/// ``maximumMessages`` messages.
public final class MessageCenter {
    /// The maximum number of messages in the history.
    public static let maximumMessages = 500

    /// All messages, oldest first.
    public private(set) var history: [Notice] = []
    /// The message on the screen, or `nil`.
    public private(set) var toast: Notice? { didSet { if toast != oldValue { changes.notify(()) } } }
    /// The time at which the toast was shown.
    private var toastTime: Timestamp
    /// Changes of the toast or the history.
    public let changes = Observers<Void>()

    /// The list of the history while it is on the screen, or `nil`.
    weak var list: AnyObject?

    private let time: any TimeSource
    /// The language of the messages.
    public let localizer: Localizer
    private var expiry: Task<Void, Never>?
    private var count = 0
    /// True while the toast is an announcement that nothing may replace yet.
    private var isHeld = false
    /// The names of files with errors, by the type that found them.
    private var faultyFiles: [ObjectIdentifier: String] = [:]
    let faultyFileChanges = Observers<Void>()
    /// The messages that wait for an announcement to end, oldest first.
    private var waitingToasts: [WaitingToast] = []

    private struct WaitingToast {
        let message: Notice
        let duration: Duration
        let isAnnouncement: Bool
    }

    /// Creates an empty centre whose messages are in the language of `localizer`.
    public init(time: any TimeSource, localizer: Localizer) {
        self.time = time
        self.localizer = localizer
        toastTime = time.now()
    }

    /// Shows that something was done.
    public func show(_ text: String) { present(record(.note, text)) }

    /// Shows for this time that something was done.
    func show(_ text: String, for duration: Duration) { present(record(.note, text), for: duration) }

    /// Shows that something was done.
    public func show(_ key: MessageKey, _ values: Message.Argument...) { show(localizer(key, values)) }

    /// Shows an error.
    public func failure(_ text: String) { present(record(.failure, text)) }

    /// Shows an error by a text that refers to the history, where the error has its own text. While the history is on the
    /// screen, shows that as well.
    public func failure(_ text: String, referring toast: String) {
        var shown = record(.failure, text)
        if list == nil { shown.text = toast }
        present(shown)
    }

    /// Shows an error.
    public func failure(_ key: MessageKey, _ values: Message.Argument...) { failure(localizer(key, values)) }

    public func show(_ message: Message) { show(localizer(message)) }

    /// Shows an error.
    public func failure(_ message: Message) { failure(localizer(message)) }

    /// Shows an error. Work that newer work has cancelled did not fail.
    public func failure(_ error: any Error) { if !(error is CancellationError) { failure(localizer(error)) } }

    /// Shows what an error prevented; the words of `key` take those of the error. Work that newer work has cancelled did not
    /// fail.
    public func failure(_ key: MessageKey, _ error: any Error) {
        if !(error is CancellationError) { failure(key, .message(Message(error))) }
    }

    /// Does work, and shows its error in the words of `key`, or alone if there is no key. An error of a cancelled task is not
    /// shown. Work that has to do more about its error catches it itself.
    public func showingErrors(_ key: MessageKey? = nil, _ work: @MainActor () async throws -> Void) async {
        do {
            try await work()
        } catch {
            guard !Task.isCancelled else { return }
            if let key { failure(key, error) } else { failure(error) }
        }
    }

    /// Shows an error that comes unasked, such as one of an earlier run. Later messages wait until it was shown for
    /// four seconds or a key is pressed.
    public func announce(_ text: String) { present(record(.failure, text), isAnnouncement: true) }

    /// Shows an error that comes unasked; see ``announce(_:)-(String)``.
    public func announce(_ key: MessageKey, _ values: Message.Argument...) { announce(localizer(key, values)) }

    /// Shows a result, as an error if `isError`.
    public func show(_ text: String, isError: Bool) { if isError { failure(text) } else { show(text) } }

    /// Adds to the history what an error prevented, without showing it. Work that newer work has cancelled did not fail.
    public func log(_ key: MessageKey, _ error: any Error) {
        if !(error is CancellationError) { log(localizer(key, .message(Message(error)))) }
    }

    /// Adds a message to the history without showing it.
    public func log(_ text: String, _ kind: Notice.Kind = .failure) {
        _ = record(kind, text)
        changes.notify(())
    }

    /// Adds a list of remarks to the history without showing it. The history begins with the newest message, so the last
    /// remark is added first.
    public func log(remarks: [String]) { for remark in remarks.reversed() { log(remark, .note) } }

    /// Removes the toast after a key unless it is an error, and shows the next message that waits.
    public func userReadOn() {
        isHeld = false
        if !waitingToasts.isEmpty || toast?.kind == .note { dismissToast() }
    }

    /// Removes the toast, and shows the next message that waits.
    public func dismissToast() {
        isHeld = false
        if waitingToasts.isEmpty { dismiss() } else { presentNext() }
    }

    /// Removes the toast if it is an error that was reported after the message with this number.
    public func dismissFailure(after id: Int) { if let toast, toast.kind == .failure, toast.id > id { dismiss() } }

    /// Removes an error that was visible for at least a second: it belongs to the former screen. A newer one may come from
    /// opening the screen.
    public func screenOpened() {
        guard let toast, toast.kind == .failure, !isHeld, time.now().since(toastTime) >= .seconds(1) else { return }
        dismiss()
    }

    /// Removes the toast from the screen, with those that wait.
    public func dismiss() {
        expiry?.cancel()
        expiry = nil
        waitingToasts = []
        isHeld = false
        toast = nil
    }

    /// The name of a file with reported errors that are not fixed yet, or `nil` if there is none.
    public var faultyFile: String? { faultyFiles.values.min() }

    /// Keeps the name of a file with errors until it is fixed, when `file` is `nil`.
    ///
    /// - Parameter finder: The type that found the errors. Each keeps one file.
    public func setFaultyFile(_ file: String?, foundBy finder: ObjectIdentifier) {
        guard faultyFiles[finder] != file else { return }
        faultyFiles[finder] = file
        faultyFileChanges.notify(())
    }

    private func record(_ kind: Notice.Kind, _ text: String) -> Notice {
        count += 1
        let message = Notice(id: count, time: time.now(), kind: kind, text: text)
        history.append(message)
        if history.count > Self.maximumMessages { history.removeFirst(history.count - Self.maximumMessages) }
        return message
    }

    private func present(_ message: Notice, for duration: Duration? = nil, isAnnouncement: Bool = false) {
        let next = WaitingToast(
            message: message, duration: duration ?? message.kind.duration, isAnnouncement: isAnnouncement)
        if isHeld { waitingToasts.append(next) } else { present(next) }
    }

    private func present(_ next: WaitingToast) {
        expiry?.cancel()
        isHeld = next.isAnnouncement
        toastTime = time.now()
        toast = next.message
        expiry = Task { [weak self, time] in
            // Cancelled when another toast replaces this one.
            do {
                let held = next.isAnnouncement ? next.duration / 2 : .zero
                if held > .zero {
                    try await time.sleep(for: held)
                    guard let self, self.toast?.id == next.message.id else { return }
                    self.isHeld = false
                    guard self.waitingToasts.isEmpty else { return self.presentNext() }
                }
                try await time.sleep(for: next.duration - held)
            } catch {
                return
            }
            guard let self, self.toast?.id == next.message.id else { return }
            self.toast = nil
        }
    }

    /// Shows the message that has waited longest. Up to the next announcement, each replaces the one before at once.
    private func presentNext() { while !isHeld, !waitingToasts.isEmpty { present(waitingToasts.removeFirst()) } }
}

package import EngineConcepts
import FiberConfiguration
import Localization
package import ViewModels

/// A part of a session that reads files again when others change them.
package protocol LiveFiles: Sendable {
    /// The files to watch now, which need not exist.
    var watchedFiles: Set<String> { get async }

    /// Reads what later changes are compared with, and applies what has changed since it was read for the first screen. The
    /// files are watched already.
    mutating func begin(reportingTo messages: MessageCenter) async throws

    /// Reads the changed files again, and applies them. If it throws, nothing more is applied until the next change.
    ///
    /// - Parameter wasBroken: True if the last attempt failed.
    mutating func apply(_ changed: Set<String>, wasBroken: Bool, reportingTo messages: MessageCenter) async throws
}

extension LiveFiles {
    /// Applies what has changed, for files whose first content is known.
    package mutating func begin(reportingTo messages: MessageCenter) async throws {
        try await apply([], wasBroken: false, reportingTo: messages)
    }
}

/// Watches files while a session is open, and applies each change. An error is shown once and never ends the watching.
package struct LiveWatch<Files: LiveFiles>: Sendable {
    /// The debounce time for programs that write in several steps.
    private static var pause: Duration { .milliseconds(300) }

    private(set) var files: Files
    private let watch: FileWatch
    private let messages: MessageCenter
    private let time: any TimeSource
    private let log: (any Instrumentation)?
    private var watchedFiles: Set<String> = []
    /// The message of the last attempt, or `nil` if it succeeded.
    private var failure: String?

    private init(
        _ files: Files, _ watch: FileWatch, _ messages: MessageCenter, _ time: any TimeSource,
        _ log: (any Instrumentation)?
    ) {
        self.files = files
        self.watch = watch
        self.messages = messages
        self.time = time
        self.log = log
    }

    /// Starts watching, so that no later change is missed.
    ///
    /// - Parameter log: Gets the errors with the words of lower layers, which no message has, or `nil` for none.
    @concurrent
    package static func begin(
        _ files: Files, reportingTo messages: MessageCenter, time: any TimeSource, log: (any Instrumentation)? = nil
    ) async -> LiveWatch {
        var live = LiveWatch(files, FileWatch(time: time), messages, time, log)
        // First, so that no change between reading and watching is missed.
        await live.watchFiles()
        await live.attempt { try await $0.begin(reportingTo: messages) }
        await live.watchFiles()
        return live
    }

    /// Applies changes until the task is cancelled.
    @concurrent
    package func follow() async throws {
        var live = self
        for await _ in watch.signals {
            try await time.sleep(for: Self.pause)
            await live.apply(watch.collectChanges())
        }
    }

    /// Applies changes of these files, and watches the current files. Those that are new among them may have changed before
    /// they were watched, so they count as changed.
    mutating func apply(_ changed: Set<String>) async {
        var changed = changed
        while !changed.isEmpty, !Task.isCancelled {
            await attempt { [messages, wasBroken = failure != nil] in
                try await $0.apply(changed, wasBroken: wasBroken, reportingTo: messages)
            }
            changed = await watchFiles()
        }
    }

    /// Reads the files, and shows an error that is new.
    private mutating func attempt(_ read: (inout Files) async throws -> Void) async {
        do {
            try await read(&files)
            if failure != nil { await messages.setFaultyFile(nil, foundBy: ObjectIdentifier(Files.self)) }
            failure = nil
        } catch {
            guard !Task.isCancelled else { return }
            let former = failure
            failure = await messages.report(unapplied: error, after: former)
            if failure != former { log?.record(.filesNotApplied(error)) }
            let file = (error as? ConfigurationError)?.fileName
            await messages.setFaultyFile(file, foundBy: ObjectIdentifier(Files.self))
        }
    }

    /// Watches the current files, and returns those that were not watched before.
    @discardableResult
    private mutating func watchFiles() async -> Set<String> {
        let current = await files.watchedFiles
        guard current != watchedFiles else { return [] }
        defer { watchedFiles = current }
        watch.watch(current)
        return current.subtracting(watchedFiles)
    }
}

extension InstrumentedEvent {
    /// Returns the event of changed files that are not applied.
    fileprivate static func filesNotApplied(_ error: any Error) -> Self {
        // Other messages may have paths.
        let reason = (error as? ConfigurationError).map { Localizer.english($0.brief) } ?? Message(error).code
        let cause = (error as? any PresentableError)?.cause
        return Self(
            "files.not-applied", .warning,
            [JournalDetail("reason", reason)] + (cause.map { [JournalDetail("cause", $0)] } ?? []))
    }
}

@MainActor
extension MessageCenter {
    /// Shows why changed files are not applied, unless `former` said the same. Returns the message.
    func report(unapplied error: any Error, after former: String?) -> String {
        let message =
            if let error = error as? ConfigurationError {
                localizer(.configurationBroken, .message(error.brief))
            } else {
                localizer(error)
            }
        if message != former { failure(message) }
        return message
    }
}

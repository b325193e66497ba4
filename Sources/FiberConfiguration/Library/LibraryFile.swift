public import EngineConcepts
import Queries
import Synchronization

/// `library.toml` on disk. An invalid entry is left out with a warning; an invalid source stays, and is off.
/// Writing changes only the necessary lines, so that comments, order and unknown keys survive.
public struct LibraryFile: Sendable {
    /// Returns the reason that there can be no source at an address, or `nil` if there can be one.
    public typealias AddressFailure = @Sendable (_ address: String) -> Message?

    public let path: String
    private let kinds: SourceKinds?
    private let failure: AddressFailure?
    private let cache = LibraryCache()

    /// Creates a file at `path`, which need not exist.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of source that queries may name, or `nil` to accept any word as a kind.
    ///   - failure: Checks the addresses of sources; `nil` to accept any.
    public init(path: String, kinds: SourceKinds? = nil, failure: AddressFailure? = nil) {
        self.path = path
        self.kinds = kinds
        self.failure = failure
    }

    /// Reads the library; an empty one if there is no file. A text that is the same as at the last time is not parsed again.
    public func read() throws(ConfigurationError) -> Library {
        guard let text = try TOMLFile.text(path: path), !Self.isBlank(text) else { return Library() }
        if let library = cache.library(of: text) { return library }
        let library = try library(of: TOMLFile(path: path, text: text))
        cache.record(library, of: text)
        return library
    }

    private func library(of file: TOMLFile) throws(ConfigurationError) -> Library {
        try LibraryReader(file, kinds: kinds, failure: failure).library
    }

    /// Returns true if there is no file, or nothing in it but blanks and a byte order mark.
    public func isBlank() throws(ConfigurationError) -> Bool { Self.isBlank(try TOMLFile.text(path: path)) }

    private static func isBlank(_ text: String?) -> Bool {
        text?.allSatisfy { $0.isWhitespace || $0 == "\u{feff}" } ?? true
    }

    /// Reads the file again, changes it, and writes it if that made a difference.
    ///
    /// Verifies the new text by parsing it. If it does not hold the new library, because line-wise editing does not
    /// understand the syntax of the file, nothing is written. Processes take turns, each on the result of the last.
    ///
    /// Throws if there is nothing in the file any more although it had sources when it was last read: the change would lose
    /// them.
    ///
    /// - Parameter keepsTopicNumbers: False for a change that brings back a former state, whose numbers were others.
    public func update(
        keepsTopicNumbers: Bool = true, _ change: (inout Library) -> Void
    ) throws(ConfigurationError) -> Library {
        let turn = try FileLock(beside: path)
        defer { turn.end() }
        let file = try TOMLFile(path: path)
        if cache.hasSources, Self.isBlank(file?.text) { throw .blank(path) }
        let before = if let file { try library(of: file) } else { Library() }
        var after = before
        change(&after)
        if keepsTopicNumbers { after.keepTopicNumbers(after: before) }
        guard after != before else { return before }
        try refuseOrphans(of: after)
        let edit = LibraryEdit(from: before, to: after, kinds: kinds)
        var text = edit.applied(to: file?.text ?? Self.preamble)
        // A file without anything would look like a lost one.
        if Self.isBlank(text) { text = Self.preamble }
        let written = try TOMLFile.edited(text, path: path)
        let read = try library(of: written)
        guard edit.isDone(in: read), edit.keepsUnknownContent(of: file, in: written) else {
            throw .unsafeEdit(of: path)
        }
        try AtomicFile.write(text, to: path)
        after.text = text
        after.takeFaults(of: read)
        return read.topics == after.topics && read.rules == after.rules ? after : read
    }

    /// Undoes a change of topics and rules that made `after` of `before`.
    ///
    /// If the file still has the text that the change wrote, it gets its former text, with all comments. Otherwise only the
    /// topics and rules are restored, because the rest is from later changes.
    public func restoreLabels(of before: Library, changedTo after: Library) throws(ConfigurationError) -> Library {
        if let restored = try restoreText(of: before, changedTo: after) { return restored }
        return try update(keepsTopicNumbers: false) { $0.restoreLabels(of: before) }
    }

    private func restoreText(of before: Library, changedTo after: Library) throws(ConfigurationError) -> Library? {
        let turn = try FileLock(beside: path)
        defer { turn.end() }
        guard let former = before.text, let text = after.text, try TOMLFile.text(path: path) == text else { return nil }
        let restored = try library(of: TOMLFile(path: path, text: former))
        try AtomicFile.write(former, to: path)
        return restored
    }

    // A rule about a removed or emptied topic would be ignored from then on: the user decides.
    private func refuseOrphans(of library: Library) throws(ConfigurationError) {
        guard let needed = library.topicNeeded(beside: library.nonemptyTopics) else { return }
        throw ConfigurationError(.needed, file: path, needed, advice: .changeRuleFirst)
    }

    private static let preamble = """
        # What you follow, your topics and the rules of your filter. Fiber writes this file when you change something on
        # the screen or by a command; you may edit it too.

        """
}

/// The text that was read last, with its library. Shared by copies of a file's value.
private final class LibraryCache: Sendable {
    private let cached = Mutex<(text: String, library: Library)?>(nil)

    /// Returns the library of this text, or `nil` if another one was read last.
    func library(of text: String) -> Library? {
        cached.withLock { cached in cached.flatMap { $0.text == text ? $0.library : nil } }
    }

    /// True if the library that was read last has sources.
    var hasSources: Bool { cached.withLock { !($0?.library.sources.isEmpty ?? true) } }

    func record(_ library: Library, of text: String) { cached.withLock { $0 = (text, library) } }
}

import EngineConcepts
import EngineStandard
import EngineTestSupport
import Foundation
import Localization
import TestSupport
import Testing
import ViewModels

@testable import Application

/// A file whose text is the error with which its reading fails; an empty one is read.
private struct FailingFile: LiveFiles {
    struct Attempt: Equatable {
        let text: String
        let wasBroken: Bool
    }

    let path: String
    let attempts = WaitableState<[Attempt]>([])

    var watchedFiles: Set<String> { [path] }

    func begin(reportingTo messages: MessageCenter) async throws { try check() }

    func apply(_ changed: Set<String>, wasBroken: Bool, reportingTo messages: MessageCenter) async throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        attempts.withLock { $0.append(Attempt(text: text, wasBroken: wasBroken)) }
        try check()
    }

    private func check() throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard text.isEmpty else { throw SupplierError(.malformed, .verbatim(text), cause: "words of a library") }
    }
}

/// A file that names the next file to watch, which names another one.
private struct ListingFile: LiveFiles {
    private(set) var watchedFiles: Set<String>
    private(set) var applied: [Set<String>] = []

    init(_ path: String) { watchedFiles = [path] }

    func begin(reportingTo messages: MessageCenter) {}

    mutating func apply(_ changed: Set<String>, wasBroken: Bool, reportingTo messages: MessageCenter) async throws {
        applied.append(changed)
        for path in changed { watchedFiles.insert(try String(contentsOfFile: path, encoding: .utf8)) }
    }
}

/// A time source on which no time passes while a task sleeps.
private struct InstantTimeSource: TimeSource {
    func now() -> Timestamp { Timestamp(seconds: 1_800_000_000) }
    func elapsed() -> Duration { .zero }
    func sleep(until deadline: Duration) async throws {
        await Task.yield()
        try Task.checkCancellation()
    }
}

@MainActor
@Suite("Files that are watched while a session is open")
struct LiveWatchTests {
    private let directory: TemporaryDirectory
    private let messages = MessageCenter(time: ManualTimeSource(), localizer: .english)

    init() throws { directory = try TemporaryDirectory() }

    /// Watches a file with this text.
    private func watching(_ text: String) async throws -> LiveWatch<FailingFile> {
        let file = FailingFile(path: try directory.write(text, to: "file"))
        return await LiveWatch.begin(file, reportingTo: messages, time: InstantTimeSource())
    }

    @Test("An error is shown once until the files can be read again")
    func once() async throws {
        var live = try await watching("")
        for text in ["A", "A", "B", "", "A"] {
            try directory.write(text, to: "file")
            await live.apply([live.files.path])
        }
        #expect(live.files.attempts.withLock { $0.map(\.wasBroken) } == [false, true, true, true, false])
        #expect(messages.history.map(\.text) == ["A", "B", "A"])
        #expect(messages.history.allSatisfy { $0.kind == .failure })
    }

    @Test("The words of a library are logged once, and no message has them")
    func words() async throws {
        let journal = Journal(time: ManualTimeSource())
        let file = FailingFile(path: try directory.write("A", to: "file"))
        var live = await LiveWatch.begin(file, reportingTo: messages, time: InstantTimeSource(), log: journal)
        await live.apply([live.files.path])
        #expect(messages.history.map(\.text) == ["A"])
        let details = [JournalDetail("reason", "verbatim"), JournalDetail("cause", "words of a library")]
        #expect(journal.entries.map(\.payload) == [details])
    }

    @Test("An error at the start is shown, and the next change is another try")
    func start() async throws {
        var live = try await watching("A")
        #expect(messages.history.map(\.text) == ["A"])
        try directory.write("", to: "file")
        await live.apply([live.files.path])
        #expect(live.files.attempts.withLock(\.self) == [FailingFile.Attempt(text: "", wasBroken: true)])
    }

    @Test("A file that is watched from a change on counts as changed, since it may have changed before")
    func newFile() async throws {
        let last = "\(directory.path)/last"
        try directory.write(last, to: "last")
        let second = try directory.write(last, to: "second")
        let first = try directory.write(second, to: "first")
        var live = await LiveWatch.begin(ListingFile(first), reportingTo: messages, time: InstantTimeSource())
        #expect(live.files.applied.isEmpty)
        await live.apply([first])
        #expect(live.files.applied == [[first], [second], [last]])
    }

    @Test("An error does not end the watching")
    func goesOn() async throws {
        let live = try await watching("")
        let following = Task { try await live.follow() }
        for text in ["A", "B"] {
            try directory.write(text, to: "file")
            await live.files.attempts.wait { $0.contains { $0.text == text } }
        }
        following.cancel()
        _ = await following.result
    }
}

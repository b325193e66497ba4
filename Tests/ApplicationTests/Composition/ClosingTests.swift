import EngineConcepts
import EngineStandard
import EngineTestSupport
import FiberConfiguration
import Foundation
import Localization
import Storage
import TestSupport
import Testing

@testable import Application

@Suite("The end of a command")
struct ClosingTests {
    @Test("On a full disk, a command that did its work warns that only the log could not be emptied")
    func fullDisk() throws {
        let error = StorageError(.full, path: "/s/fiber.sqlite")
        let warning = try #require(Message(onClosing: error, after: nil))
        #expect(Localizer.english(warning).hasPrefix("warning: The disk is full. What was done is saved"))
        #expect(Message(onClosing: error, after: error.message) == nil, "it is reported once")
        #expect(Message(onClosing: error, after: Message("nothingToTakeBack")) == error.message)
    }

    @Test("Another error of closing is reported as it is")
    func others() {
        let error = StorageError(.corrupt, path: "/s/fiber.sqlite")
        #expect(Message(onClosing: error, after: nil) == error.message)
    }

    @Test("After an error of one part the others are closed too, and it is reported", .timeLimit(.minutes(30)))
    func everyPart() async throws {
        let home = try TemporaryDirectory()
        let directories = Directories(environment: [:], home: home.path)
        let reports = RecordedReports()
        let context = try await ContextOpening(
            directories, reportingTo: reports, mode: .fetchingOrFollowing, warns: false
        )
        .run { context in
            let filtered = FilteredAtSource(item: "1", rule: "politics")
            await context.sources.controlUnit.record(filtered: ["mastodon:home": [filtered]])
            // The counts cannot be written to a store that is gone.
            try FileManager.default.removeItem(atPath: directories.storeFile)
            return context
        }
        #expect(!context.lease.isHeld)
        #expect(!FileManager.default.fileExists(atPath: directories.storeFile + ".in-flight"))
        #expect(reports.messages.withLock { $0 }.count == 1)
    }
}

import EngineConcepts
import EngineTestSupport
import Localization
import Storage
import TestSupport
import Testing
import ViewModels

@testable import Application

@MainActor
@Suite("Changes of the store by other processes")
struct LiveStoreTests {
    /// The calls of a handler.
    @MainActor
    private final class Calls {
        var count = 0
    }

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("A change by another process is shown once, also one between the first screen and the watching")
    func others() async throws {
        let path = "\(directory.path)/fiber.sqlite"
        let (store, other) = (try TrackDatabase(path: path), try TrackDatabase(path: path))
        let messages = MessageCenter(time: ManualTimeSource(), localizer: .english)
        let calls = Calls()
        let version = try await store.versionOfOthers()
        try await other.setSetting("name", to: "1")
        var live = LiveStore(store: store, version: version) { calls.count += 1 }
        try await live.begin(reportingTo: messages)
        #expect(calls.count == 1)
        try await store.setSetting("name", to: "2")
        try await live.apply([], wasBroken: false, reportingTo: messages)
        #expect(calls.count == 1)
        try await other.setSetting("name", to: "3")
        try await live.apply([], wasBroken: false, reportingTo: messages)
        #expect(calls.count == 2)
        try await other.close()
        try await store.close()
    }
}

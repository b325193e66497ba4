import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import Testing

@testable import ViewModels

@Suite("Preferences")
struct PreferencesTests {
    /// Counts how often the store is read.
    private final class CountingStore: SettingStore {
        let base = MemoryTrackStore()
        private let count = Mutex(0)

        var reads: Int { count.withLock { $0 } }

        func settings(_ names: [String]) async throws -> [String: String] {
            count.withLock { $0 += 1 }
            return try await base.settings(names)
        }

        func settings(beginningWith prefix: String) async throws -> [String: String] {
            try await base.settings(beginningWith: prefix)
        }

        func setSetting(_ name: String, to value: String?) async throws { try await base.setSetting(name, to: value) }
    }

    @Test("Values that are read ahead are answered without the store, except those set since; then it is read again")
    func readAhead() async throws {
        let store = CountingStore()
        try await store.setSetting(Preferences.Name.topics.rawValue, to: "old")
        let preferences = Preferences(store: store, time: SystemTimeSource()) { _ in }
        try await preferences.readAhead()
        #expect(store.reads == 1)
        try await store.setSetting(Preferences.Name.topics.rawValue, to: "of another process")
        #expect(try await preferences.value(.topics) == "old")
        #expect(try await preferences.value(.sidebar) == nil)
        #expect(try await preferences.values([.topics, .sidebar, .orders]) == [.topics: "old"])
        #expect(store.reads == 1)

        preferences.set(.topics, to: "new")
        await preferences.flush()
        #expect(try await preferences.value(.topics) == "new")
        #expect(try await preferences.values([.topics, .sidebar]) == [.topics: "new"])

        try await store.setSetting(Preferences.Name.sidebar.rawValue, to: "true")
        preferences.endReadingAhead()
        #expect(try await preferences.flag(.sidebar))
    }
}

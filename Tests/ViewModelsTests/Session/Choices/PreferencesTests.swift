import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ViewModels

/// Writes that are numbered from 1 and held back.
private nonisolated struct HeldWrites: Sendable {
    var begun = 0
    /// The number of those that may end.
    var released = 0
    var failing: Set<Int> = []
    var running = 0
    /// The maximum number that ran at the same time.
    var mostAtOnce = 0
    var values: [String: String] = [:]
}

/// A store whose writes wait until they are released.
private final class HoldingStore: SettingStore {
    nonisolated let writes = WaitableState(HeldWrites())

    nonisolated func settings(_ names: [String]) async throws -> [String: String] {
        writes.withLock { $0.values.filter { names.contains($0.key) } }
    }

    nonisolated func settings(beginningWith prefix: String) async throws -> [String: String] {
        writes.withLock { $0.values.filter { $0.key.hasPrefix(prefix) } }
    }

    nonisolated func setSetting(_ name: String, to value: String?) async throws {
        let number = writes.withLock { writes in
            writes.begun += 1
            writes.running += 1
            writes.mostAtOnce = max(writes.mostAtOnce, writes.running)
            return writes.begun
        }
        await writes.wait { $0.released >= number }
        let fails = writes.withLock { writes in
            writes.running -= 1
            guard !writes.failing.contains(number) else { return true }
            writes.values[name] = value
            return false
        }
        if fails { throw SupplierError(.refused, "The disk is full.") }
    }
}

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

    @Test("Changes are written one after another, also if several callers wait for them")
    func order() async {
        let store = HoldingStore()
        let preferences = Preferences(store: store, time: ManualTimeSource(Fixture.now)) { Issue.record($0) }
        preferences.set(.sidebar, to: "1")
        async let first = preferences.flush()
        await store.writes.wait { $0.begun == 1 }
        preferences.set(.sidebar, to: "2")
        async let second = preferences.flush()
        async let third = preferences.flush()
        for _ in 0..<20 { await Task.yield() }
        store.writes.withLock { $0.released = 1 }
        await store.writes.wait { $0.begun == 2 }
        for _ in 0..<20 { await Task.yield() }
        store.writes.withLock { $0.released = .max }
        let written = await [first, second, third]
        #expect(written == [true, true, true])
        #expect(store.writes.withLock { $0.mostAtOnce } == 1)
        #expect(store.writes.withLock { $0.values } == [Preferences.Name.sidebar.rawValue: "2"])
    }

    @Test("A value that was set while a former one failed to be written is written by the next flush")
    func failure() async {
        let store = HoldingStore()
        let preferences = Preferences(store: store, time: ManualTimeSource(Fixture.now)) { _ in }
        store.writes.withLock { $0.failing = [1] }
        preferences.set(.sidebar, to: "1")
        async let first = preferences.flush()
        await store.writes.wait { $0.begun == 1 }
        preferences.set(.sidebar, to: "2")
        store.writes.withLock { $0.released = .max }
        let isFirstWritten = await first
        #expect(!isFirstWritten)
        #expect(await preferences.flush())
        #expect(store.writes.withLock { $0.values } == [Preferences.Name.sidebar.rawValue: "2"])
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

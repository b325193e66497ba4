import EngineConcepts
import EngineStandard
import EngineTestSupport
import FiberConfiguration
import Localization
import Networking
import Storage
import TestSupport

@testable import Application

/// The parts that use cases take: an engine over two scripted sources, and a store.
struct ScriptedTimeline {
    /// A source with three posts, a minute apart.
    let near: ScriptedSupplier
    /// Another source with three posts, an hour before those of the first.
    let far: ScriptedSupplier
    let time = ManualTimeSource()
    let home: TemporaryDirectory
    let store: TrackDatabase
    let engine: StandardEngine
    let library = Library(
        sources: [
            SourceDescription(id: "near", address: "file:/near", name: "Near"),
            SourceDescription(id: "far", address: "file:/far", name: "Far"),
        ])

    /// - Parameter waiting: The actions in the outbox. If there are any, an earlier engine has loaded the tickets.
    init(waiting: [PendingAction] = []) async throws {
        let time = time
        func supplier(_ id: SupplierID, hoursAgo: Int) -> ScriptedSupplier {
            let posts = (1...3)
                .map { index in
                    ScriptedSource.Post(
                        id: "\(id)\(index)",
                        time: time.now().advanced(by: .seconds(-3600 * hoursAgo - 60 * index)))
                }
            return ScriptedSupplier(
                id, ScriptedSource(posts), traits: SupplierTraits(actions: [.like: .safe]), time: time)
        }
        near = supplier("near", hoursAgo: 0)
        far = supplier("far", hoursAgo: 1)
        home = try TemporaryDirectory()
        store = try TrackDatabase(path: home.path + "/store")
        let controlUnit = ModularControlUnit([near, far], time: time)
        if !waiting.isEmpty {
            let earlier = StandardEngine(controlUnit: controlUnit, store: store, time: time)
            await earlier.suppliersChanged()
            earlier.refresh()
            await earlier.waitUntilIdle()
            try await store.apply(waiting.map { .append($0) })
        }
        engine = StandardEngine(controlUnit: controlUnit, store: store, time: time, outbox: store)
        await engine.suppliersChanged()
    }

    /// Returns the runs of fills.
    func fills(progress: RunProgress.Handler? = nil) -> FillRun {
        FillRun(engine: engine, library: library, time: time, progress: progress)
    }

    /// Returns a refresh.
    ///
    /// - Parameter refreshLists: Stands for the lists of notes on authors.
    func refresh(
        progress: RunProgress.Handler? = nil,
        refreshLists: @escaping @Sendable (Bool) async -> [Message] = { _ in [] },
        encodeFigures: (@Sendable (RefreshFigures) -> String)? = nil
    ) -> RefreshWork {
        RefreshWork(
            fills: fills(progress: progress), engine: engine,
            sources: SourceLookup(library: library, engine: engine, file: "library.toml", followedAddress: { $0 }),
            fetchGuard: FetchGuard(forStoreAt: home.path + "/store"), store: store, requests: RequestCounter(),
            refreshLists: refreshLists, feedSpacing: .zero, encodeFigures: encodeFigures)
    }
}

extension Message {
    /// Returns the sum of a fill that changed and deleted nothing.
    static func inserted(_ count: Int) -> Message {
        Message("fillSummary", ["inserted": .number(count), "updated": .number(0), "deleted": .number(0)])
    }
}

import EngineConcepts
import EngineStandard
import FiberConfiguration
import Storage
import Suppliers
import ViewModels

/// The bundled sample timeline: the same engine and the same store as everything else, the store in memory.
enum SampleHousehold {
    /// Puts the sample together and gives it its past. What it asks for by itself from then on looks like news.
    static func session(configuration: ConfigurationFile, banner: String) async throws -> ReadingSession {
        let clock = SampleClock(over: SystemTimeSource())
        let suppliers = SampleTimeline.suppliers(now: clock.now(), clock: clock, seed: 7, markup: HTMLMarkup())
        let store = try TrackDatabase()
        let engine = StandardEngine(controlUnit: ModularControlUnit(suppliers), store: store, time: clock)
        await engine.suppliersChanged()
        await SampleTimeline.live(through: SampleTimeline.history, with: engine, clock: clock)
        return ReadingSession(
            engine: engine, reader: engine.reader, store: store, sources: sources(suppliers),
            configuration: configuration,
            time: clock, banner: banner, refreshInterval: .seconds(20))
    }

    /// The sources of the sample, to be looked at.
    private static func sources(_ suppliers: [any Supplier]) -> any SourceManaging {
        let list = suppliers.map { supplier in
            let topics = SampleTimeline.topics.filter { $0.suppliers.contains(supplier.id) }.map(\.name)
            return SourceDescription(id: supplier.id, address: supplier.name, name: supplier.name, topics: topics)
        }
        return FixedSources(
            list: list,
            reason: "The sample's sources cannot be changed. `fiber add URL` begins a timeline of your own.")
    }
}

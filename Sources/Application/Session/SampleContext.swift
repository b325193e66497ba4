package import EngineConcepts
import EngineStandard
package import FiberConfiguration
import Logging
import Queries
import Sample
import Storage
import ViewModels

/// The bundled sample timeline: the usual engine over a store in memory.
package struct SampleContext {
    package let parts: SessionTimeline.Parts
    private let controlUnit: ModularControlUnit
    /// The topics and rules at the start. They can be changed while the sample is open.
    package let library: Library
    package let indexer: LabelIndexer
    /// The text above the timeline.
    package let banner: Message
    /// The context of the user's own library, to which the onboarding adds sources, or `nil` without it.
    package let ownContext: AppContext?

    /// Composes the sample with its history. Later refreshes bring live items.
    package init(
        configuration: ConfigurationFile, directories: Directories, banner: Message, ownContext: AppContext? = nil
    ) async throws {
        let time = SampleTimeSource(over: SystemTimeSource())
        let suppliers = SampleTimeline.suppliers(now: time.now(), time: time, seed: 7)
        let store = try TrackDatabase()
        let journal = Journal(time: time)
        let controlUnit = ModularControlUnit(suppliers, time: time) {
            suppliers.compactMap(\.account)
        }
        let engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time, outbox: store,
            log: Logger(label: "engine") { JournalLogHandler(label: $0, journal) },
            contentSetting: { try StoredDraft(keeping: $0, at: time.now())?.setting })
        let indexer = LabelIndexer(store: store, time: time) { true }
        let sources = suppliers.map { supplier in
            let topics = SampleTimeline.topics.filter { $0.suppliers.contains(supplier.id) }.map(\.name)
            return SourceDescription(id: supplier.id, address: supplier.name, name: supplier.name, topics: topics)
        }
        let library = Self.library(sources)
        try await indexer.change(to: library)
        await engine.suppliersChanged()
        // The last refresh was just now, so the screen starts with tickets, and gaps separate the earlier ones.
        await SampleTimeline.runHistory(SampleTimeline.history + [.seconds(45)], with: engine, time: time)
        parts = SessionTimeline.Parts(
            engine: engine, store: store, sources: FixedSources(list: sources, reason: Message("sampleFixed")),
            configuration: configuration, time: time,
            diagnostics: ProgramDiagnostics(
                log: journal, configuration: configuration, store: store, directories: directories, time: time),
            refreshing: SessionTimeline.RefreshPlan(atStart: true, interval: .seconds(20)))
        self.controlUnit = controlUnit
        self.library = library
        self.indexer = indexer
        self.banner = banner
        self.ownContext = ownContext
    }

    /// Opens outlines.
    package var outlines: OutlineOpener {
        OutlineOpener(controlUnit: controlUnit, engine: parts.engine, time: parts.time, fetchWatch: nil) { _ in nil }
    }

    /// The accounts for the compose screen.
    package var posting: PostingService {
        PostingService(controlUnit: controlUnit, store: parts.store, time: parts.time)
    }

    /// Returns topics and rules that show what rules do.
    private static func library(_ sources: [SourceDescription]) -> Library {
        let topics = SampleTimeline.topics.map { topic in
            Topic(
                name: topic.name,
                query: WordPattern(topic.tag, .word).map { Query.condition(.words($0, in: .tag)) })
        }
        let rules = [
            Query.authors(["Timing"]).map { Rule(name: "lap times", query: $0) },
            Query.mutedWords(["weather"]).map { Rule(name: "weather", query: $0, effect: .muffle) },
            Query.mutedWords(["record"]).map { Rule(name: "records", query: $0, effect: .highlight) },
        ]
        return Library(sources: sources, topics: topics, rules: rules.compactMap(\.self))
    }
}

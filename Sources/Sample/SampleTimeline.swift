public import EngineConcepts
import FeedParsing

/// The bundled sample: a timeline to look at before one has any sources, and to show what Fiber does with good, slow
/// and broken ones. Works offline; every text is made for it; every answer follows from the seed and the clock.
///
/// To give the Track a past, and with it standard gaps, run one refresh per entry of ``history`` with the engine's clock
/// set back:
///
///     let clock = SampleClock(over: systemClock)
///     let suppliers = SampleTimeline.suppliers(now: clock.now(), clock: clock, seed: 7, markup: html)
///     let engine = …                               // over these suppliers, with `clock`
///     await SampleTimeline.live(through: SampleTimeline.history, with: engine, clock: clock)
///     engine.refresh()                             // now: this is the one to watch
///
/// The engine and the suppliers must share the clock.
public enum SampleTimeline {
    /// How far back the clock stands at each refresh of the past, in the order in which they are run: yesterday evening,
    /// and this morning, when Cielo was out of order.
    public static let history: [Duration] = [.seconds(21 * 3600), .seconds(5 * 3600 + 40 * 60)]

    /// Runs the refreshes of `history`, one after another, and lets the clock catch up. Takes no time but the engine's:
    /// nothing is slow in the past.
    public static func live(through history: [Duration], with engine: any Engine, clock: SampleClock) async {
        for lag in history {
            clock.setBack(by: lag)
            engine.refresh()
            await engine.settle()
        }
        clock.setBack(by: .zero)
    }

    /// The topics of the sample, in the order of their number keys.
    public static let topics: [SampleTopic] = [
        SampleTopic(
            name: Subject.f1.rawValue, suppliers: [SampleSources.kerbNotes, SampleSources.paddockDaily],
            tags: [Subject.f1.rawValue.lowercased()]),
        SampleTopic(
            name: Subject.wec.rawValue, suppliers: [SampleSources.ticker, SampleSources.noche, SampleSources.almanac],
            tags: [Subject.wec.rawValue.lowercased()]),
        SampleTopic(
            name: Subject.swift.rawValue, suppliers: [SampleSources.typeNotes, SampleSources.log],
            tags: [Subject.swift.rawValue.lowercased()]),
        SampleTopic(
            name: Subject.world.rawValue, suppliers: [SampleSources.longLetter, SampleSources.slowCorner],
            tags: [Subject.world.rawValue.lowercased()]),
    ]

    /// Makes the bundled suppliers.
    ///
    /// - Parameter now: the sample's start. What is older is the past; what is newer arrives while one looks.
    /// - Parameter clock: the engine's clock.
    /// - Parameter seed: decides everything that looks like chance.
    /// - Parameter markup: renders the HTML of the articles.
    public static func suppliers(
        now: Timestamp, clock: any TimeSource, seed: UInt64, markup: any MarkupRendering
    ) -> [any Supplier] {
        SampleSources(start: now.flooredToSecond, clock: clock, seed: seed, markup: markup).all
    }
}

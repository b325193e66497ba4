public import EngineConcepts

/// The sample timeline: a timeline to try before adding sources, and a demonstration of good, slow and broken
/// sources. Works offline with original texts; every response follows from the seed and the clock.
///
/// To give the Track a history, and with it standard gaps, run one refresh per entry of ``history`` with the engine's
/// clock set back:
///
///     let clock = SampleClock(over: systemClock)
///     let suppliers = SampleTimeline.suppliers(now: clock.now(), clock: clock, seed: 7)
///     let engine = …                               // over these suppliers, with `clock`
///     await SampleTimeline.runHistory(SampleTimeline.history, with: engine, clock: clock)
///     engine.refresh()                             // now: this is the one to watch
///
/// The engine and the suppliers must share the clock.
public enum SampleTimeline {
    /// The lag of the clock at each refresh of the history, in order: yesterday evening, and this morning, when Cielo
    /// was down.
    public static let history: [Duration] = [.seconds(21 * 3600), .seconds(5 * 3600 + 40 * 60)]

    /// Runs the refreshes of `history` in order and then removes the lag. No source is slow in the history, so only
    /// the engine takes time.
    public static func runHistory(_ history: [Duration], with engine: any TrackFilling, clock: SampleClock) async {
        for lag in history {
            clock.setBack(by: lag)
            engine.refresh()
            await engine.waitUntilIdle()
        }
        clock.setBack(by: .zero)
    }

    /// The kind of the sample itself.
    public static let kinds: [SourceKind] = [
        SourceKind(
            id: "sample", name: "sample", glyph: SourceKind.Glyph("▪", ascii: "-"), colorRole: "kind-other")
    ]

    /// The topics of the sample, in the order of their number keys.
    public static let topics: [SampleTopic] = [
        SampleTopic(.f1, suppliers: [SampleSources.kerbNotes, SampleSources.paddockDaily]),
        SampleTopic(.wec, suppliers: [SampleSources.ticker, SampleSources.noche, SampleSources.almanac]),
        SampleTopic(.swift, suppliers: [SampleSources.typeNotes, SampleSources.log]),
        SampleTopic(.world, suppliers: [SampleSources.longLetter, SampleSources.slowCorner]),
    ]

    /// Creates the sample suppliers.
    ///
    /// - Parameter now: The sample's start. Older items are the history; newer ones arrive while the program runs.
    /// - Parameter clock: The engine's clock.
    /// - Parameter seed: The seed of all random numbers.
    public static func suppliers(
        now: Timestamp, clock: any TimeSource, seed: UInt64
    ) -> [any Supplier] {
        SampleSources(start: now.flooredToSecond, clock: clock, seed: seed).all
    }
}

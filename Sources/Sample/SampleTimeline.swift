public import EngineConcepts

/// The sample timeline: a timeline to try before adding sources, and a demonstration of good, slow and broken
/// sources. Works offline with original texts; every response follows from the seed and the time.
///
/// To give the Track a history, and with it standard gaps, run one refresh per entry of ``history`` with the engine's
/// time set back:
///
///     let time = SampleTimeSource(over: systemTime)
///     let suppliers = SampleTimeline.suppliers(now: time.now(), time: time, seed: 7)
///     let engine = …                               // over these suppliers, with `time`
///     await SampleTimeline.runHistory(SampleTimeline.history, with: engine, time: time)
///     engine.refresh()                             // now: this is the one to watch
///
/// The engine and the suppliers must share the time source.
public enum SampleTimeline {
    /// The lag of the time source at each refresh of the history, in order: yesterday evening, and this morning, when Cielo
    /// was down.
    public static let history: [Duration] = [.seconds(21 * 3600), .seconds(5 * 3600 + 40 * 60)]

    /// Runs the refreshes of `history` in order and then removes the lag. No source is slow in the history, so only
    /// the engine takes time.
    public static func runHistory(_ history: [Duration], with engine: any TrackFilling, time: SampleTimeSource) async {
        for lag in history {
            time.setBack(by: lag)
            engine.refresh()
            await engine.waitUntilIdle()
        }
        time.setBack(by: .zero)
    }

    /// The kind of the sample itself.
    public static let kinds: [SourceKind] = [
        SourceKind(
            id: "sample", name: "sample", title: Message("kindSample"), glyph: SourceKind.Glyph("▪", ascii: "-"),
            colorRole: "kind-other")
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
    /// - Parameter time: The time source of the engine.
    /// - Parameter seed: The seed of all random numbers.
    public static func suppliers(now: Timestamp, time: any TimeSource, seed: UInt64) -> [any Supplier] {
        SampleSources(start: now.flooredToSecond, time: time, seed: seed).all
    }
}

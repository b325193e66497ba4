import EngineConcepts

/// A frame was made and handed to the terminal.
struct FrameDrawn: InstrumentedEvent {
    let duration: Duration?

    var name: String { "screen.frame" }
    var level: JournalLevel? { nil }
    var payload: [JournalDetail] { [] }
}

/// What a key asked for stands on the screen, as far as it was there already: what has to be read first comes in a frame
/// of its own.
struct KeyAnswered: InstrumentedEvent {
    let duration: Duration?

    var name: String { "screen.key-to-frame" }
    var level: JournalLevel? { nil }
    var payload: [JournalDetail] { [] }
}

/// What the engine committed stands on the screen.
struct CommitShown: InstrumentedEvent {
    let duration: Duration?

    var name: String { "screen.commit-to-frame" }
    var level: JournalLevel? { nil }
    var payload: [JournalDetail] { [] }
}

/// The screen's own work kept everything else waiting for too long.
struct Stalled: InstrumentedEvent {
    let duration: Duration?

    var name: String { "screen.stall" }
    var level: JournalLevel? { .warning }
    var payload: [JournalDetail] { [] }
}

import EngineConcepts

/// A frame was made and handed to the terminal.
struct FrameDrawn: InstrumentedEvent {
    let duration: Duration?

    var name: String { "screen.frame" }
    var level: JournalLevel? { nil }
    var payload: [JournalDetail] { [] }
}

/// The response to a key is on the screen, as far as it needed no read. Rows that must be read first come in a later
/// frame.
struct KeyAnswered: InstrumentedEvent {
    let duration: Duration?

    var name: String { "screen.key-to-frame" }
    var level: JournalLevel? { nil }
    var payload: [JournalDetail] { [] }
}

/// A commit of the engine is on the screen.
struct CommitShown: InstrumentedEvent {
    let duration: Duration?

    var name: String { "screen.commit-to-frame" }
    var level: JournalLevel? { nil }
    var payload: [JournalDetail] { [] }
}

/// The main actor was blocked for longer than ``StallWatchdog/limit``.
struct Stalled: InstrumentedEvent {
    let duration: Duration?

    var name: String { "screen.stall" }
    var level: JournalLevel? { .warning }
    var payload: [JournalDetail] { [] }
}

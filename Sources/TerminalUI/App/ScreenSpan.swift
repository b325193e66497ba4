import EngineConcepts

/// The time that the screen took to make a frame, from a key or a commit to the frame that shows it, or in which the main
/// actor was blocked. Rows that a key has to read first come in a later frame.
nonisolated struct ScreenSpan: InstrumentedEvent {
    let name: String
    let duration: Duration?
    var level: JournalLevel?

    var payload: [JournalDetail] { [] }
}

import EngineConcepts

/// Writes the items of one stream.
protocol SampleWriter: Sendable {
    /// Returns the content of an item: always the same for the same item, except for what changes with age.
    func content(of item: SampleItem) -> SampleContent
}

/// An item before its content is written.
struct SampleItem: Sendable {
    /// Its position in the stream.
    let index: Int
    let time: Timestamp
    /// The time at which it is read.
    let now: Timestamp
    /// Random numbers for this item alone.
    let random: SeededRandom

    /// Returns the part of `final` that has been reached by now; half of it takes `half` seconds.
    func grown(_ final: Int, half: Int64 = 2400) -> Int {
        let age = max(0, now.seconds - time.seconds)
        return Int(Int64(final) * age / (age + half))
    }
}

/// The written content of an item.
struct SampleContent: Sendable {
    var body: TicketBody
    var source = SourceLayer()
    var editTime: Timestamp?
}

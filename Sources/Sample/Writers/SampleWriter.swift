import EngineConcepts

/// Writes the items of one stream.
protocol SampleWriter: Sendable {
    /// Returns the content of the item at `place`: always the same for the same place, except for what changes with
    /// age.
    func content(at place: SamplePlace) -> SampleContent
}

/// The position of an item in its stream, with the time at which it is viewed.
struct SamplePlace: Sendable {
    let index: Int
    let time: Timestamp
    let now: Timestamp
    /// Random numbers for this item alone.
    let random: SeededRandom

    /// Returns the part of `final` that has been reached by now; half of it takes `half` seconds.
    func grown(_ final: Int, half: Int64 = 2400) -> Int {
        let age = max(0, now.seconds - time.seconds)
        return Int(Int64(final) * age / (age + half))
    }
}

/// The content of an item.
struct SampleContent: Sendable {
    var body: TicketBody
    var source = SourceLayer()
    var editTime: Timestamp?
}

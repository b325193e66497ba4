import EngineConcepts

/// Everything that a bundled source has ever put out and ever will: its rhythm says when, its writer says what.
struct SampleStream: Sendable {
    /// Its name, which the dice are thrown for.
    let name: String
    let seed: UInt64
    let rhythm: ArrivalSchedule
    let writer: any SampleWriter
    /// One item in this many appears later than its time says, by up to the lateness; 0 where all are punctual.
    var tardyOneIn = 0
    var lateness: Duration = .zero

    /// The newest item that has come by `now`.
    func newest(at now: Timestamp) -> Int? {
        rhythm.newest(notAfter: now)
    }

    /// Whether the source shows this item by `now`.
    func shows(_ index: Int, at now: Timestamp) -> Bool {
        guard let time = rhythm.time(at: index), time <= now else { return false }
        guard tardyOneIn > 0 else { return true }
        var dice = SeededRandom(seed: seed, stream: name + ".tardy", index: index)
        guard dice.oneIn(tardyOneIn) else { return true }
        return time.advanced(by: lateness * dice.number(in: 2...9) / 10) <= now
    }

    /// The item at `index` as the source has it at `now`; nil where there is none.
    func item(at index: Int, now: Timestamp) -> SourceItem? {
        guard let time = rhythm.time(at: index) else { return nil }
        let place = SamplePlace(
            index: index, time: time, now: now, dice: SeededRandom(seed: seed, stream: name + ".text", index: index))
        var content = writer.content(at: place)
        content.source.raw = content.source.raw ?? raw(index, time, content.body)
        return SourceItem(
            id: String(index), orderTime: time, editTime: content.editTime, nativeOrder: -Int64(index),
            body: content.body, source: content.source)
    }

    /// The item as a source might have sent it: one field a line. What grows is left out, so that it stays as it is.
    private func raw(_ index: Int, _ time: Timestamp, _ body: TicketBody) -> String {
        let fields: [(name: String, value: String?)] = [
            ("id", String(index)), ("published", time.rfc3339), ("title", body.title), ("author", body.author?.name),
            ("link", body.link), ("language", body.language), ("tags", body.tags.joined(separator: ", ")),
            ("text", body.text.source),
        ]
        return
            fields.compactMap { field in
                field.value.flatMap { $0.isEmpty ? nil : "\(field.name): \($0)" }
            }
            .joined(separator: "\n")
    }
}

/// Writes the items of one stream.
protocol SampleWriter: Sendable {
    /// What the item at `place` says: the same for the same place, save for what age does to it.
    func content(at place: SamplePlace) -> SampleContent
}

/// Where an item stands in its stream, and from when it is looked at.
struct SamplePlace: Sendable {
    let index: Int
    let time: Timestamp
    let now: Timestamp
    /// Thrown for this item alone.
    let dice: SeededRandom

    /// How much of `final` has been reached by now, where half of it takes `half` seconds.
    func grown(_ final: Int, half: Int64 = 2400) -> Int {
        let age = max(0, now.seconds - time.seconds)
        return Int(Int64(final) * age / (age + half))
    }
}

/// What an item says.
struct SampleContent: Sendable {
    var body: TicketBody
    var source = SourceLayer()
    var editTime: Timestamp?
}

import EngineConcepts

/// All past and future items of a sample source: its schedule gives the times, its writer the content.
struct SampleStream: Sendable {
    /// Its name, which seeds the random numbers.
    let name: String
    let seed: UInt64
    let schedule: ArrivalSchedule
    let writer: any SampleWriter
    /// One in this many items appears late, by up to the lateness; 0 if none does.
    var lateOneIn = 0
    var lateness: Duration = .zero

    /// Returns true if the source shows this item at `now`.
    func shows(_ index: Int, at now: Timestamp) -> Bool {
        guard let time = schedule.time(at: index), time <= now else { return false }
        guard lateOneIn > 0 else { return true }
        var random = SeededRandom(seed: seed, stream: name + ".tardy", index: index)
        guard random.oneIn(lateOneIn) else { return true }
        return time.advanced(by: lateness * random.number(in: 2...9) / 10) <= now
    }

    func item(at index: Int, now: Timestamp) -> SourceItem? {
        guard let time = schedule.time(at: index) else { return nil }
        let item = SampleItem(
            index: index, time: time, now: now, random: SeededRandom(seed: seed, stream: name + ".text", index: index))
        var content = writer.content(of: item)
        content.source.raw = content.source.raw ?? raw(index, time: time, body: content.body)
        return SourceItem(
            id: String(index), orderTime: time, editTime: content.editTime, nativeOrder: -Int64(index),
            body: content.body, source: content.source)
    }

    /// Returns the item as a source might have sent it: one field per line, without counts, so that it does not
    /// change.
    private func raw(_ index: Int, time: Timestamp, body: TicketBody) -> String {
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

import EngineConcepts

/// Writes the log of a home server that builds software at night.
struct LogWriter: SampleWriter {
    func content(of item: SampleItem) -> SampleContent {
        let texts = LogTexts.bundled
        var random = item.random
        // Most messages are unimportant.
        let (level, messages) =
            switch random.below(12) {
            case 0: ("error", texts.error)
            case 1...2: ("warning", texts.warning)
            default: ("info", texts.info)
            }
        let job = random.pick(texts.jobs)
        let message = random.pick(messages)
            .replacing("<n>", with: String(random.number(in: 3...940)))
            .replacing("<ms>", with: String(random.number(in: 11...8400)))
            .replacing("<hash>", with: String(random.next() % 0xfff_ffff, radix: 16))
        let second = item.time.seconds % 86_400
        let clock = [second / 3600, second / 60 % 60, second % 60].map { String($0, width: 2) }
        let line = "\(clock.joined(separator: ":")) \(level.uppercased()) [\(job)] \(message)"
        return SampleContent(
            body: TicketBody(
                text: .plain(line), author: Author(id: "cupboard", name: "cupboard.log"), language: "en",
                tags: [Subject.swift.rawValue, "builds"]),
            source: SourceLayer(fields: [SourceLayer.noteField: level], raw: line))
    }
}

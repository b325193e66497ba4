import EngineConcepts
import Suppliers

/// Writes the log of a home server that builds software at night.
struct LogWriter: SampleWriter {
    func content(at place: SamplePlace) -> SampleContent {
        var dice = place.dice
        let level = level(&dice)
        let job = dice.pick(LogLines.jobs)
        let message = dice.pick(LogLines.messages(of: level))
            .replacing("<n>", with: String(dice.number(in: 3...940)))
            .replacing("<ms>", with: String(dice.number(in: 11...8400)))
            .replacing("<hash>", with: String(dice.next() % 0xfff_ffff, radix: 16))
        let second = place.time.seconds % 86_400
        let clock = [second / 3600, second / 60 % 60, second % 60].map { Slots.padded(Int($0), to: 2) }
        let line = "\(clock.joined(separator: ":")) \(level.rawValue.uppercased()) [\(job)] \(message)"
        return SampleContent(
            body: TicketBody(
                text: .plain(line), author: Author(id: "cupboard", name: "cupboard.log"), language: "en",
                tags: [Subject.swift.rawValue, "builds"]),
            source: SourceLayer(fields: [SourceLayer.noteField: level.rawValue], raw: line))
    }

    /// Returns a log level, mostly an unimportant one.
    private func level(_ dice: inout SeededRandom) -> LogLines.Level {
        switch dice.below(12) {
        case 0: .error
        case 1...2: .warning
        default: .info
        }
    }
}

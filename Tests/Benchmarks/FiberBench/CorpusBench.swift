import ArgumentParser
import Foundation

/// Writes the feeds that the other benchmarks serve, and shows what they are made of.
struct CorpusBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus", abstract: "Write the generated feeds to files, and count their words and sentences.")

    @Option(help: "The number of feeds.")
    var feeds = 67

    @Option(help: "The number of items of each feed.")
    var items = 1000

    @Option(help: "The seed that determines every byte.")
    var seed: UInt64 = 17

    @Option(help: "The directory to write the feeds to, as 0.xml, 1.xml and so on; nothing is written without it.")
    var directory: String?

    func run() throws {
        var maker = FeedMaker(seed: seed)
        var facts = TextFacts()
        for feed in 0..<feeds {
            let document = maker.document(feed, items: items)
            facts.add(document)
            guard let directory else { continue }
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(document.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(feed).xml"))
        }
        print("vocabulary: \(maker.words) words")
        print(facts.summary)
        guard facts.repeated == 0 else { throw MeasurementError("\(facts.repeated) sentences are repeated.") }
    }
}

/// The sizes and words of documents.
private struct TextFacts {
    private(set) var bytes = 0
    private(set) var words = 0
    private(set) var foreign = 0
    private(set) var sentences = 0
    private(set) var repeated = 0
    private var known: Set<Int> = []

    private static let ends: Set<UInt8> = [0x2e, 0x21, 0x3f, 0x3c, 0x26]

    /// Counts words, which are separated by spaces and markup, and the texts between tags that are longer than names.
    mutating func add(_ document: String) {
        bytes += document.utf8.count
        for piece in document.utf8.split(whereSeparator: { $0 == 0x3c || $0 == 0x3e }) where piece.count > 160 {
            guard !piece.contains(0x2f) else { continue }
            var hash = Hasher()
            for byte in piece { hash.combine(byte) }
            sentences += 1
            if !known.insert(hash.finalize()).inserted { repeated += 1 }
            for word in piece.split(separator: 0x20) {
                words += 1
                if word.contains(where: { $0 >= 0x80 }) { foreign += 1 }
            }
        }
    }

    var summary: String {
        "\(bytes / 1_000_000) MB; \(words) words, \(foreign * 100 / max(words, 1)) % of them not ASCII; "
            + "\(sentences) texts, \(repeated) of them repeated"
    }
}

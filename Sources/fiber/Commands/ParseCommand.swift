import ArgumentParser
import FeedParsing
import Suppliers

/// Prints the feed parser's result for a document.
struct ParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Print what the feed parser makes of a document, as JSON.",
        discussion: "The document is a feed (RSS, Atom, JSON Feed), also one that is packed by gzip, or JSON Lines.")

    @Argument(help: "The document; - for standard input.")
    var file: String

    @Option(help: "The address that relative links are meant against.")
    var base: String?

    @Option(name: .customLong("items"), help: "How many items to read at most.")
    var maximumItems = FeedParser.defaultMaximumItems

    @Flag(name: .customLong("no-text"), help: "Do not render the items' content as text.")
    var noText = false

    func run() throws {
        let parser = FeedParser(base: base, maximumItems: maximumItems)
        // The bytes of possible JSON Lines. Only JSON is held.
        var json: [UInt8]? = []
        try InputFile.read(file) { piece in
            parser.take(piece)
            json?.append(contentsOf: piece)
            if let begun = json?.first(where: { $0 > 0x20 }), begun != UInt8(ascii: "{") { json = nil }
        }
        do {
            let document = try parser.finish()
            Self.keep(document)
            try document.writeJSON(rendersText: !noText) { try Console.write($0) }
            try Console.write([0x0a])
            if document.omittedItems > 0 {
                Console.report(
                    "fiber: \(file) holds \(document.items.count + document.omittedItems) items: the first "
                        + "\(document.items.count) are printed. --items says how many are.")
            }
            if let encoding = document.assumedEncoding { Console.report("fiber: \(file) \(encoding.words)") }
            for refusal in document.refusals { Console.report("fiber: \(file) \(refusal.words)") }
            if let fault = document.fault {
                Console.report(
                    "fiber: \(file):\(fault.line):\(fault.column): \(fault.message). Printed is what could be read"
                        + (document.hasTruncatedItem ? "; the last item is cut off." : "."))
            }
        } catch let error as FeedError {
            guard let json, let lines = FeedDocument.lines(json, of: file, maximumItems: maximumItems) else {
                throw CommandFailure(.failed, "\(file) \(error.words).")
            }
            try lines.document.writeJSON(rendersText: !noText) { try Console.write($0) }
            try Console.write([0x0a])
            if let remark = lines.remark { Console.report("fiber: \(remark)") }
        }
    }

    /// Keeps the document until the process ends at once: freeing its texts would take a twentieth of the run.
    private static func keep(_ document: FeedDocument) {
        _ = Unmanaged.passRetained(Kept(document))
    }

    private final class Kept {
        let document: FeedDocument

        init(_ document: FeedDocument) {
            self.document = document
        }
    }
}

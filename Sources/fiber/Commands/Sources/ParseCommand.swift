import Application
import ArgumentParser
import CFreedMemory
import EngineConcepts
import FeedParsing
import Networking
import WebText

/// Prints the feed parser's result for a document.
struct ParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Parse a feed document and print the result as JSON.",
        discussion: """
            The document is a feed (RSS, Atom, JSON Feed), possibly compressed with gzip, or JSON Lines. It may be as large \
            as one from the network: 67 MB.
            """)

    @Argument(help: "The document, or - for standard input.", completion: .file())
    var file: String

    @Option(help: "The base address for relative links.")
    var base: String?

    @Option(
        name: .customLong("items"),
        help: ArgumentHelp(
            "The maximum number of items to read: the first of a feed, the last of JSON Lines.", valueName: "number"))
    var maximumItems = FeedParser.defaultMaximumItems

    @Flag(name: .customLong("no-text"), help: "Do not render the items' content as text.")
    var noText = false

    /// The document in messages.
    private var subject: Message.Argument { InputFile.subject(file) }

    func validate() throws {
        guard maximumItems >= 0 else { throw ValidationError(Message("itemsInvalid")) }
        if let base, !WebAddress.isWeb(base) || !WebAddress.hasUsableHost(base) {
            throw ValidationError(Message("notAWebAddress", ["address": .text(base)]))
        }
    }

    func run() throws {
        // All items stay in memory until they are printed.
        freed_memory_keep()
        let parser = FeedParser(base: base, maximumItems: maximumItems)
        // The bytes of possible JSON Lines. Only JSON is held.
        var json: [UInt8]? = []
        var hasBegun = false
        let limit = TransportLimits.standard.decompression.bytes
        try InputFile.read(file, upTo: limit, otherwise: "documentTooLarge") { piece in
            parser.append(piece)
            json?.append(contentsOf: piece)
            guard !hasBegun, let first = piece.first(where: { $0 > 0x20 }) else { return }
            hasBegun = true
            if first != UInt8(ascii: "{") { json = nil }
        }
        do {
            let document = try parser.finish()
            Self.keep(document)
            try print(document)
            report(on: document)
        } catch let error as FeedError {
            guard let json, let lines = FeedDocument.lines(json, of: subject, maximumItems: maximumItems) else {
                throw CommandFailure(error.message(about: subject))
            }
            try print(lines.document)
            if lines.document.omittedItems > 0 {
                Console.warn(
                    Message(
                        "linesParsedPartly",
                        [
                            "file": subject, "count": .number(lines.lineCount),
                            "read": .number(lines.lineCount - lines.document.omittedItems),
                        ]))
            }
            if let warning = lines.warning { Console.warn(warning) }
        }
    }

    private func print(_ document: FeedDocument) throws {
        try document.writeJSON(rendersText: !noText) { try Console.write($0) }
        try Console.write([.lineFeed])
    }

    /// Reports what was assumed or left out.
    private func report(on document: FeedDocument) {
        if document.omittedItems > 0 {
            Console.warn(
                Message(
                    "parsedPartly",
                    [
                        "file": subject, "tickets": .tickets(document.items.count + document.omittedItems),
                        "count": .number(document.items.count),
                    ]))
        }
        if let unreadable = document.unreadableItemsMessage(about: subject) { Console.warn(unreadable) }
        if let encoding = document.assumedEncoding { Console.warn(encoding.message(about: subject)) }
        for blocked in document.blockedContent { Console.warn(blocked.message(about: subject)) }
        if let error = document.syntaxError {
            Console.warn(error.warning(about: subject))
            if let cut = document.truncatedItemMessage { Console.warn(cut) }
        }
    }

    /// Keeps the document until the process ends at once: freeing its texts would take a twentieth of the run.
    private static func keep(_ document: FeedDocument) { _ = Unmanaged.passRetained(Kept(document)) }

    private final class Kept {
        let document: FeedDocument

        init(_ document: FeedDocument) { self.document = document }
    }
}

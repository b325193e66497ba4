import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import TerminalUI
import ViewModels

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Draws tickets as a card for sharing.
struct ShotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shot",
        abstract: "Draw tickets as a card for sharing: a picture or text.",
        discussion: """
            The ending of the file's name chooses the form: .svg, .png, .ansi (text with colours for terminals), .md, \
            .html or .txt. The card has the whole text, the pictures, the author, the counts, the source, the time and the \
            address, and nothing of yours: no marks, no topics. Pictures are loaded unless the settings say never. No file is \
            replaced. PNG needs librsvg (on Debian and Ubuntu librsvg2-2), which is loaded only for it.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(name: .shortAndLong, help: "The file to write, or - for standard output.", completion: .file())
    var output: String

    @Option(
        help: "The form: svg, png, ansi, md, html or txt. Without it, the ending of the file's name, or ansi for -.")
    var format: String?

    @Option(help: "The theme. Without it, the one of the settings.")
    var theme: String?

    @Flag(help: "Write the descriptions of pictures instead of loading them.")
    var noPictures = false

    @Option(help: "The width in columns, 40 to 160.")
    var width = 76

    @Argument(help: "The ids of tickets, as `fiber timeline --json` prints them.")
    var tickets: [String]

    /// The form of the output.
    private enum Form {
        case card(CardForm)
        case document(ItemFormat)
    }

    func validate() throws {
        guard TicketCard.widths.contains(width) else { throw ValidationError(Message("cardWidthInvalid")) }
        _ = try form()
    }

    /// The form that is asked for.
    private func form() throws -> Form {
        if format == nil, output == "-" { return .card(.ansi) }
        let name = format.map { ".\($0)" } ?? output
        if let card = CardForm(fileName: name) { return .card(card) }
        if let document = ItemFormat(fileName: name), document != .json { return .document(document) }
        throw ValidationError(Message("cardFormUnknown", ["name": .text(format ?? output)]))
    }

    func run() async throws {
        try await AppContext.with(global.directories) { context in
            var shots: [Shot] = []
            for word in tickets { shots.append(try await shot(word, context)) }
            let bytes = try await bytes(of: shots, context)
            guard output != "-" else { return try Console.write(bytes) }
            let path = URL(fileURLWithPath: NSString(string: output).expandingTildeInPath).standardizedFileURL.path
            guard try create(path, bytes) else {
                throw CommandFailure(.failed, Message("saveFileExists", ["path": .text(path)]))
            }
            try Console.print(Message("saved", ["0": .text(path)]))
        }
    }

    /// A ticket as its source presents it.
    private struct Shot {
        let entry: TrackEntry
        let presentation: Presentation
    }

    private func shot(_ word: String, _ context: AppContext) async throws -> Shot {
        let entry = try await context.entry(named: word)
        let presenter = await context.engine.presenter(for: entry.ticket.supplier)
        return Shot(entry: entry, presentation: presenter.present(entry.ticket))
    }

    private func create(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        do {
            return try ProgramRunner.create(path, bytes)
        } catch let error as Errno {
            throw CommandFailure(
                .failed, Message("cardNotWritten", ["path": .text(path), "reason": .text(error.description)]))
        }
    }

    private func bytes(of shots: [Shot], _ context: AppContext) async throws -> [UInt8] {
        let texts = TimeTexts(zone: SystemZone(), localizer: Console.localizer)
        switch try form() {
        case .document(let format):
            let documents = shots.map { shot in
                ItemDocument(
                    of: shot.entry.ticket, shownAs: shot.presentation,
                    source: context.name(of: shot.entry.ticket.supplier), time: texts.full(shot.entry.ticket.shownTime))
            }
            let parts =
                switch format {
                case .markdown: documents.map(\.markdown)
                case .html: documents.map(\.html)
                case .text, .json: documents.map(\.plainText)
                }
            return Array(parts.joined(separator: "\n").utf8)
        case .card(let form):
            let builder = TicketBuilder(texts: texts, localizer: Console.localizer)
            let naming = SourceNaming(context.library.sources)
            let (suppliers, now) = (await context.engine.snapshot.suppliers(named: naming), context.time.now())
            let chosen = try await context.configuration.chosen(in: context.store)
            let pictureUse = noPictures ? nil : PictureUse(rawValue: chosen.choice("images.show"))
            let contents = shots.map {
                builder.card(
                    for: $0.entry, shownAs: $0.presentation, suppliers: suppliers, pictureUse: pictureUse ?? .never,
                    at: now)
            }
            let supply = PictureSupply(
                transport: context.sources.factory.transport, directories: context.directories, time: context.time)
            let drawing = CardDrawing(
                configuration: chosen, localizer: Console.localizer,
                pictures: supply.loader(chosen) { Console.report($0) }
            ) { Console.report($0) }
            return try await drawing.bytes(of: contents, as: form, theme: theme, width: width)
        }
    }
}

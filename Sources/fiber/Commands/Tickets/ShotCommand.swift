import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Imaging
import Localization
import Storage
import SwiftSystem
import TerminalDriver
import TerminalKit
import TerminalUI
import ViewModels

/// Draws tickets as a card for sharing.
struct ShotCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "shot", abstract: "Draw items as a card for sharing: a picture or text.",
        discussion: """
            The ending of the file's name chooses the form: .svg, .png, .ansi (text with colours for terminals), .md, \
            .html or .txt. The card has the whole text, the pictures, the author, the counts, the source, the time and the \
            address, and nothing of yours: no marks, no topics. Pictures are loaded unless the settings say never. No file is \
            replaced. PNG needs librsvg (on Debian and Ubuntu librsvg2-2), which is loaded only for it.

            With --copy, the card goes to the clipboard of the terminal (OSC 52), which takes text but no PNG. For other \
            clipboards, pass it to a command: fiber shot ID -o - --format png | wl-copy.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(name: .shortAndLong, help: "The file to write, or - for standard output.", completion: .file())
    var output: String?

    @Flag(help: "Copy the card to the clipboard of the terminal.")
    var copy = false

    @Option(
        help: """
            The form: svg, png, ansi, md, html or txt. Without it, the ending of the file's name, ansi for -, or txt for \
            --copy.
            """, completion: .list(ShotCommand.forms.map(\.fileExtension)))
    var format: String?

    @Option(help: "The theme. Without it, the one of the settings.", completion: .list(Theme.builtIn.map(\.name)))
    var theme: String?

    @Flag(help: "Write the descriptions of pictures instead of loading them.")
    var noPictures = false

    @Option(help: "The width in columns, 40 to 160; 76 without this option.")
    var width: Int?

    @Argument(help: "The ids of items, as `fiber timeline --json` prints them.")
    var items: [String]

    /// The forms that can be asked for: JSON is no card for sharing.
    private static let forms = ShareForm.all.filter { $0 != .document(.json) }

    /// The place of the card.
    private enum Destination {
        case standardOutput
        case file(String)
        case clipboard
    }

    func validate() throws {
        guard width.map({ TicketCard.widths.contains($0) }) ?? true else {
            throw ValidationError(Message("cardWidthInvalid"))
        }
        guard case .document = try form() else { return }
        if let option = theme != nil ? "--theme" : width != nil ? "--width" : nil {
            throw ValidationError(Message("optionOfCards", ["option": .text(option)]))
        }
    }

    private func destination() throws -> Destination {
        switch (output, copy) {
        case (let output?, false): output == "-" ? .standardOutput : .file(output.absolutePath)
        case (nil, true): .clipboard
        default: throw ValidationError(Message("cardPlaceNeeded"))
        }
    }

    /// Returns the form that is asked for.
    private func form() throws -> ShareForm {
        let destination = try destination()
        switch (destination, format) {
        case (.standardOutput, nil): return .card(.ansi)
        case (.clipboard, nil): return .document(.text)
        default: break
        }
        let name = format.map { ".\($0)" } ?? output ?? ""
        guard let form = ShareForm(fileName: name), Self.forms.contains(form) else {
            throw ValidationError(Message("cardFormUnknown", ["name": .text(format ?? name)]))
        }
        if case .clipboard = destination, !form.isText { throw ValidationError(Message("copyNeedsTextHere")) }
        return form
    }

    func run(_ context: AppContext) async throws {
        // Before pictures are loaded. A file that appears meanwhile is not overwritten either.
        if case .file(let path) = try destination(), FileManager.default.fileExists(atPath: path) {
            throw Self.exists(path)
        }
        var shots: [Shot] = []
        for word in items { shots.append(try await shot(word, context)) }
        let bytes = try await bytes(of: shots, context)
        switch try destination() {
        case .standardOutput: try Console.write(bytes)
        case .clipboard: try copyToTerminal(String(decoding: bytes, as: UTF8.self))
        case .file(let path):
            guard try NewFile.create(path, bytes) else { throw Self.exists(path) }
            try Console.print(Message("saved", ["0": .text(path)]))
        }
    }

    private static func exists(_ path: String) -> CommandFailure {
        CommandFailure(Message("saveFileExists", ["path": .text(path)]))
    }

    /// Copies through the terminal itself, since standard output may be a file.
    private func copyToTerminal(_ text: String) throws {
        do {
            let terminal = try FileDescriptor.open("/dev/tty", .writeOnly, options: .closeOnExec)
            try terminal.closeAfter { _ = try terminal.writeAll(TerminalOutput.clipboard(text).utf8) }
        } catch let error as Errno {
            throw CommandFailure(Message("copyNeedsTerminal", ["reason": .text(error.description)]))
        }
        try Console.print(try form().copied(text))
    }

    /// A ticket as its source presents it.
    private struct Shot {
        let entry: TrackEntry
        let presentation: Presentation
        let firstSeen: Timestamp?
    }

    private func shot(_ word: String, _ context: AppContext) async throws -> Shot {
        let entry = try await context.entry(named: word)
        let presenter = await context.engine.presenter(for: entry.ticket.supplier)
        return Shot(
            entry: entry, presentation: presenter.present(entry.ticket),
            firstSeen: try await context.store.firstSeen(entry.ticket.id))
    }

    private func bytes(of shots: [Shot], _ context: AppContext) async throws -> [UInt8] {
        let builder = TicketBuilder(texts: TimeTexts(zone: SystemZone(), localizer: Console.localizer))
        let suppliers = await context.engine.snapshot.suppliers.named(by: SourceNaming(context.library.sources))
        let settings = try await context.currentSettings()
        let pictureUse = noPictures ? nil : PictureUse(rawValue: settings.choice("images.show"))
        let now = context.time.now()
        let cards = shots.map { shot in
            let card = TicketBuilder.CardFacts(
                suppliers: suppliers, kinds: .known, firstSeen: shot.firstSeen, pictureUse: pictureUse ?? .never)
            return builder.card(for: shot.entry, shownAs: shot.presentation, in: card, at: now)
        }
        switch try form() {
        case .document(let format):
            let documents = zip(shots, cards)
                .map { builder.document(of: $0.entry.ticket, shownAs: $0.presentation, with: $1) }
            return Array(ItemDocument.text(of: documents, as: format).utf8)
        case .card(let form):
            let drawing = CardDrawing(
                configuration: context.configuration, settings: settings, localizer: Console.localizer,
                pictures: PictureLoaderFactory(context).loader(settings) { Console.report($0) }
            ) { Console.warn(Message("cardLacksPictures", ["reason": .message($0.message)])) }
            return try await drawing.bytes(of: cards, as: form, theme: theme, width: width ?? 76)
        }
    }
}

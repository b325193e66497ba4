import EngineConcepts
import FiberConfiguration
import Queries
import WebText

/// Passes tickets to other programs: to commands of the user, to the editor and into files.
final class ItemPrograms {
    private let track: TrackServices
    private let session: SessionContext

    init(track: TrackServices, session: SessionContext) {
        self.track = track
        self.session = session
    }

    /// Runs a command of the user with a ticket.
    func run(_ command: ProgramCommand, on ticket: TicketID) {
        withItem(ticket) { [self] item in
            if let missing = command.missingAddress(in: item.fields) {
                return fail(missing == .enclosure ? .noEnclosure : .noLink)
            }
            session.programs.run(
                ProgramCall(
                    name: command.name, words: command.words(for: item.fields), variables: item.fields.variables,
                    input: try await text(of: item, as: command.input), usesTerminal: command.usesTerminal,
                    question: command.waits ? session.localizer(.pressEnter) : nil))
        }
    }

    /// Passes a ticket to a command that was typed: `less`, or `json jq .title` for another form than plain text.
    func pipe(_ line: String, _ ticket: TicketID) {
        withItem(ticket) { [self] item in
            let parts = line.split(separator: " ", maxSplits: 1)
            let format = parts.first.flatMap { ItemFormat(rawValue: String($0)) }
            let command = format == nil ? line : parts.dropFirst().joined()
            guard !command.allSatisfy(\.isWhitespace) else { return fail(.pipeUsage) }
            if let word = try CommandLineSplitter.shellWord(in: command) {
                throw SupplierError(.unsupported, MessageKey.pipeNoShell.message([.words(word)]))
            }
            let words = try CommandLineSplitter.split(command, home: session.programs.runner.environment["HOME"])
            session.programs.run(
                ProgramCall(
                    name: words.first ?? "", words: words, variables: item.fields.variables,
                    input: try await text(of: item, as: format ?? .text), usesTerminal: true,
                    question: session.localizer(.pressEnter)))
        }
    }

    /// Saves a ticket to a file, whose name may ask for a card, or to the directory of the settings if `path` is `nil`.
    func save(to path: String?, _ ticket: TicketID) {
        withItem(ticket, .writeFailed) { [self] item in
            if let path, let form = CardForm(fileName: path) { return try await saveCard(of: item, as: form, to: path) }
            let chosen = session.settings.current
            let usual = ItemFormat(rawValue: chosen.choice("save.format")) ?? .markdown
            let format = path.flatMap(ItemFormat.init(fileName:)) ?? usual
            let name = ItemFileName.name(for: item.document.title ?? item.document.byline, format)
            let home = session.programs.runner.environment["HOME"] ?? ""
            let place: SavePlace =
                if let path {
                    .path(Self.expanded(path, home), name: name)
                } else {
                    .directory(Self.expanded(chosen.choice("save.directory"), home), name: name)
                }
            let text = try await text(of: item, as: format) ?? ""
            session.messages.note(.saved, .words(try await session.programs.runner.save(Array(text.utf8), to: place)))
        }
    }

    private func saveCard(of item: Item, as form: CardForm, to path: String) async throws {
        let runner = session.programs.runner
        let builder = TicketBuilder(texts: session.texts, localizer: session.localizer)
        let card = builder.card(
            for: item.entry, shownAs: item.presentation,
            suppliers: await track.engine.snapshot.suppliers(named: track.labels.naming),
            pictureUse: session.settings.pictureUse, at: session.time.now())
        let name = "\(ItemFileName.stem(for: item.document.title ?? item.document.byline)).\(form.rawValue)"
        let place = SavePlace.path(Self.expanded(path, runner.environment["HOME"] ?? ""), name: name)
        let saved = try await runner.save(try await runner.card(of: card, as: form), to: place)
        session.messages.note(.saved, .words(saved))
    }

    /// Opens a ticket in the editor, in a file that is removed afterwards.
    func edit(_ ticket: TicketID) {
        withItem(ticket) { [self] item in
            let name = ItemFileName.name(for: item.document.title ?? item.document.byline, .markdown)
            session.programs.edit(ProgramCall.File(name: name, text: item.document.markdown))
        }
    }

    // MARK: The item

    private struct Item {
        let entry: TrackEntry
        let presentation: Presentation
        let document: ItemDocument
        let fields: ItemFields
    }

    private func withItem(
        _ ticket: TicketID, _ failure: MessageKey = .readFailed, _ use: @escaping @MainActor (Item) async throws -> Void
    ) {
        session.run(failure) { [self] in
            guard let entry = try await track.reader.entry(ticket) else { return fail(.ticketGone) }
            do {
                try await use(await item(of: entry))
            } catch {
                session.programs.fail(error)
            }
        }
    }

    private func item(of entry: TrackEntry) async -> Item {
        let ticket = entry.ticket
        let presentation = await track.presenters.presentation(of: ticket)
        let snapshot = await track.engine.snapshot
        let suppliers = snapshot.suppliers(named: track.labels.naming)
        let source = suppliers[ticket.supplier]?.name ?? ticket.supplier.rawValue
        let document = ItemDocument(
            of: ticket, shownAs: presentation, source: source, time: session.texts.full(ticket.shownTime))
        let author = ticket.body.author?.name ?? presentation.byline?.name
        let enclosure = ticket.body.enclosure
        let fileName = enclosure?.url.split(separator: "?").first?.split(separator: "/").last.map(String.init)
        let fields = ItemFields([
            .url: document.url ?? "", .title: presentation.title ?? ticket.body.title ?? "", .id: ticket.id.description,
            .source: source, .sourceID: ticket.supplier.rawValue, .author: author ?? "",
            .time: ticket.shownTime.rfc3339, .comments: presentation.discussion ?? "",
            .enclosure: enclosure?.url ?? "", .enclosureType: enclosure?.type ?? "",
            .enclosureTitle: enclosure?.alternativeText ?? fileName ?? "",
            .tags: ticket.body.tags.joined(separator: " "), .language: ticket.contentLanguage ?? "",
        ])
        return Item(entry: entry, presentation: presentation, document: document, fields: fields)
    }

    private func text(of item: Item, as format: ItemFormat?) async throws -> String? {
        switch format {
        case .text: item.document.plainText
        case .html: item.document.html
        case .markdown: item.document.markdown
        case .json: try await session.programs.runner.json(of: item.entry, shownAs: item.presentation)
        case nil: nil
        }
    }

    private func fail(_ key: MessageKey) {
        session.programs.fail(key)
    }

    /// The path with the home directory in place of `~`.
    private static func expanded(_ path: String, _ home: String) -> String {
        if path.isEmpty || path == "~" { return home }
        return path.hasPrefix("~/") ? home + path.dropFirst() : path
    }
}

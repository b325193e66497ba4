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
                    input: try await input(of: item, for: command), usesTerminal: command.usesTerminal,
                    question: command.waits ? session.localizer(.pressEnter) : nil))
        }
    }

    /// Passes a ticket to a command that was typed: `less`, or `json jq .title` for another form than plain text.
    func pipe(_ line: String, _ ticket: TicketID) {
        withItem(ticket) { [self] item in
            let parts = line.split(separator: " ", maxSplits: 1)
            let form = parts.first.flatMap { ShareForm(name: String($0)) }
            let command = form == nil ? line : parts.dropFirst().joined()
            guard !command.allSatisfy(\.isWhitespace) else { return fail(.pipeUsage) }
            if let word = try CommandLineSplitter.shellWord(in: command) {
                throw SupplierError(.unsupported, MessageKey.pipeNoShell.message([.words(word)]))
            }
            let words = try CommandLineSplitter.split(command, home: session.programs.runner.environment["HOME"])
            session.programs.run(
                ProgramCall(
                    name: words.first ?? "", words: words, variables: item.fields.variables,
                    input: try await bytes(of: item, as: form ?? .document(.text)), usesTerminal: true,
                    question: session.localizer(.pressEnter)))
        }
    }

    /// Saves a ticket to a file whose name may ask for a form, or to the directory of the settings if `path` is `nil`.
    func save(to path: String?, _ ticket: TicketID) {
        guard let path else { return save(as: nil, ticket) }
        withItem(ticket, .writeFailed) { [self] item in
            let form = ShareForm(fileName: path) ?? usualForm
            try await save(item, as: form, to: .path(expanded(path), name: item.fileName(form)))
        }
    }

    /// Saves a ticket to a new file in the directory of the settings.
    ///
    /// - Parameter form: The form, or `nil` for that of the settings.
    func save(as form: ShareForm?, _ ticket: TicketID) {
        withItem(ticket, .writeFailed) { [self] item in
            let form = form ?? usualForm
            let directory = expanded(session.settings.current.choice("save.directory"))
            try await save(item, as: form, to: .directory(directory, name: item.fileName(form)))
        }
    }

    /// The beginning of a ticket in a form, as it can be shown, or `nil` if the ticket is gone.
    func preview(of ticket: TicketID, as form: ShareForm) async throws -> SharePreview? {
        guard let entry = try await track.reader.entry(ticket) else { return nil }
        let item = await item(of: entry)
        switch form {
        case .card: return .card(try await card(of: item))
        case .document:
            // Enough for any screen.
            return .text(String(String(decoding: try await bytes(of: item, as: form), as: UTF8.self).prefix(10_000)))
        }
    }

    /// Copies a ticket to the clipboard, which takes only text.
    func copy(as form: ShareForm, _ ticket: TicketID) {
        guard form.isText else { return fail(.copyNeedsText) }
        withItem(ticket) { [self] item in
            let bytes = try await bytes(of: item, as: form)
            session.links.copy(String(decoding: bytes, as: UTF8.self), as: form)
        }
    }

    private func save(_ item: Item, as form: ShareForm, to place: SavePlace) async throws {
        let saved = try await session.programs.runner.save(try await bytes(of: item, as: form), to: place)
        session.messages.note(.saved, .words(saved))
    }

    private var usualForm: ShareForm {
        .document(ItemFormat(rawValue: session.settings.current.choice("save.format")) ?? .markdown)
    }

    /// Opens a ticket in the editor, in a file that is removed afterwards.
    func edit(_ ticket: TicketID) {
        withItem(ticket) { [self] item in
            let name = item.fileName(.document(.markdown))
            session.programs.edit(ProgramCall.File(name: name, text: item.document.markdown))
        }
    }

    // MARK: The item

    private struct Item {
        let entry: TrackEntry
        let presentation: Presentation
        let document: ItemDocument
        let fields: ItemFields

        /// The name of a file with the item.
        func fileName(_ form: ShareForm) -> String {
            "\(ItemFileName.stem(for: document.title ?? document.byline)).\(form.fileExtension)"
        }
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
        let status = suppliers[ticket.supplier]
        let document = ItemDocument(
            of: ticket, shownAs: presentation,
            source: status?.publicName(for: presentation.link, among: session.kinds) ?? ticket.supplier.rawValue,
            time: session.texts.full(ticket.shownTime))
        let author = ticket.body.author?.name ?? presentation.byline?.name
        let enclosure = ticket.body.enclosure
        let fileName = enclosure?.url.split(separator: "?").first?.split(separator: "/").last.map(String.init)
        let fields = ItemFields([
            .url: document.url ?? "", .title: presentation.title ?? ticket.body.title ?? "",
            .id: ticket.id.description, .source: status?.name ?? ticket.supplier.rawValue,
            .sourceID: ticket.supplier.rawValue, .author: author ?? "",
            .time: ticket.shownTime.rfc3339, .comments: presentation.discussion ?? "",
            .enclosure: enclosure?.url ?? "", .enclosureType: enclosure?.type ?? "",
            .enclosureTitle: enclosure?.alternativeText ?? fileName ?? "",
            .tags: ticket.body.tags.joined(separator: " "), .language: ticket.contentLanguage ?? "",
        ])
        return Item(entry: entry, presentation: presentation, document: document, fields: fields)
    }

    private func input(of item: Item, for command: ProgramCommand) async throws -> [UInt8]? {
        guard let format = command.input else { return nil }
        return try await bytes(of: item, as: .document(format))
    }

    private func bytes(of item: Item, as form: ShareForm) async throws -> [UInt8] {
        let runner = session.programs.runner
        switch form {
        case .document(.text): return Array(item.document.plainText.utf8)
        case .document(.html): return Array(item.document.html.utf8)
        case .document(.markdown): return Array(item.document.markdown.utf8)
        case .document(.json): return Array(try await runner.json(of: item.entry, shownAs: item.presentation).utf8)
        case .card(let form): return try await runner.card(of: try await card(of: item), as: form)
        }
    }

    private func card(of item: Item) async throws -> TicketContent {
        let builder = TicketBuilder(texts: session.texts, localizer: session.localizer)
        let context = TicketBuilder.CardContext(
            suppliers: await track.engine.snapshot.suppliers(named: track.labels.naming), kinds: session.kinds,
            firstSeen: try await track.history?.firstSeen(item.entry.ticket.id),
            pictureUse: session.settings.pictureUse)
        return builder.card(for: item.entry, shownAs: item.presentation, in: context, at: session.time.now())
    }

    private func fail(_ key: MessageKey) {
        session.programs.fail(key)
    }

    /// The path with the home directory in place of `~`.
    private func expanded(_ path: String) -> String {
        let home = session.programs.runner.environment["HOME"] ?? ""
        if path.isEmpty || path == "~" { return home }
        return path.hasPrefix("~/") ? home + path.dropFirst() : path
    }
}

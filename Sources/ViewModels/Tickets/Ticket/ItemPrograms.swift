import EngineConcepts
import FiberConfiguration
import Queries

/// Passes tickets to other programs: to commands of the user, to the editor and into files.
struct ItemPrograms {
    let track: TrackServices
    private var session: Session { track.session }

    /// Runs a command of the user with a ticket.
    func run(_ command: ProgramCommand, on ticket: TicketID) {
        withItems([ticket]) { [self] items in
            guard let item = items.first else { return }
            if let missing = command.missingAddress(in: item.fields) {
                return fail(missing == .enclosure ? .noEnclosure : .noLink)
            }
            session.programs.run(
                ProgramCall(
                    name: command.name, words: command.words(for: item.fields), variables: item.fields.variables,
                    input: try await input(of: items, for: command), usesTerminal: command.usesTerminal,
                    question: command.waits ? session.localizer(.pressAnyKey) : nil))
        }
    }

    /// Passes tickets to a ``PipedCommand``. Its variables are those of the first ticket.
    func pipe(_ line: String, _ tickets: [TicketID]) {
        withItems(tickets) { [self] items in
            let command = try PipedCommand(line, home: session.programs.runner.environment["HOME"])
            session.programs.run(
                ProgramCall(
                    name: command.words.first ?? "", words: command.words,
                    variables: items.first?.fields.variables ?? [:],
                    input: try await bytes(of: items, as: command.form), usesTerminal: true,
                    question: session.localizer(.pressAnyKey)))
        }
    }

    /// Saves tickets to a file whose name may ask for a form, or to the directory of the settings if `path` is `nil`.
    func save(to path: String?, _ tickets: [TicketID]) {
        guard let path else { return save(as: nil, tickets) }
        withItems(tickets, failure: .writeFailed) { [self] items in
            let form = ShareForm(fileName: path) ?? usualForm
            let name = Item.fileName(of: items, form)
            try await save(items, as: form, to: .path(session.programs.expanded(path), name: name))
        }
    }

    /// Saves tickets to a new file in the directory of the settings.
    ///
    /// - Parameter form: The form, or `nil` for that of the settings.
    func save(as form: ShareForm?, _ tickets: [TicketID]) {
        withItems(tickets, failure: .writeFailed) { [self] items in
            let form = form ?? usualForm
            let directory = session.programs.expanded(session.settings.current.choice("save.directory"))
            try await save(items, as: form, to: .directory(directory, name: Item.fileName(of: items, form)))
        }
    }

    /// Returns the beginning of tickets in a form, as it can be shown.
    func preview(of tickets: [TicketID], as form: ShareForm) async throws -> SharePreview {
        let items = try await items(tickets)
        switch form {
        case .card: return .cards(items.map(\.card))
        case .document:
            // More characters than any screen shows.
            return .text(String(String(decoding: try await bytes(of: items, as: form), as: UTF8.self).prefix(10_000)))
        }
    }

    /// Copies tickets to the clipboard, which takes only text.
    func copy(as form: ShareForm, _ tickets: [TicketID]) {
        guard form.isText else { return fail(.copyNeedsText) }
        withItems(tickets) { [self] items in
            let bytes = try await bytes(of: items, as: form)
            session.links.copy(String(decoding: bytes, as: UTF8.self), as: form)
        }
    }

    private func save(_ items: [Item], as form: ShareForm, to destination: SaveDestination) async throws {
        let saved = try await session.programs.runner.save(try await bytes(of: items, as: form), to: destination)
        session.messages.show(.saved, .text(saved))
    }

    private var usualForm: ShareForm {
        .document(ItemFormat(rawValue: session.settings.current.choice("save.format")) ?? .markdown)
    }

    /// Opens a ticket in the editor, in a file that is removed afterwards.
    func edit(_ ticket: TicketID) {
        withItems([ticket]) { [self] items in
            let name = Item.fileName(of: items, .document(.markdown))
            session.programs.edit(ProgramCall.File(name: name, text: items.map(\.document.markdown).joined()))
        }
    }

    // MARK: The item

    private struct Item {
        let entry: TrackEntry
        let presentation: Presentation
        let document: ItemDocument
        let card: TicketContent
        let fields: ItemFields

        /// Returns the name of a file with these items: that of the first.
        static func fileName(of items: [Item], _ form: ShareForm) -> String {
            let document = items.first?.document
            return "\(ItemFileName.stem(for: document?.title ?? document?.byline ?? "")).\(form.fileExtension)"
        }
    }

    private func withItems(
        _ tickets: [TicketID], failure: MessageKey = .readFailed,
        _ use: @escaping @MainActor ([Item]) async throws -> Void
    ) {
        session.run(failure) { [self] in
            let items = try await items(tickets)
            guard !items.isEmpty else { return fail(.ticketGone) }
            do { try await use(items) } catch { session.programs.fail(error) }
        }
    }

    /// Returns the items of those tickets that the store still has.
    private func items(_ tickets: [TicketID]) async throws -> [Item] {
        var items: [Item] = []
        for ticket in tickets {
            if let entry = try await track.reader.entry(ticket) { items.append(try await item(of: entry)) }
        }
        return items
    }

    private func item(of entry: TrackEntry) async throws -> Item {
        let ticket = entry.ticket
        let presentation = await track.presenters.presentation(of: ticket)
        let context = TicketBuilder.CardFacts(
            suppliers: await track.suppliers(), kinds: session.kinds,
            firstSeen: try await track.history?.firstSeen(ticket.id),
            pictureUse: session.settings.pictureUse)
        let builder = TicketBuilder(texts: session.texts)
        let card = builder.card(for: entry, shownAs: presentation, in: context, at: session.time.now())
        let document = builder.document(of: ticket, shownAs: presentation, with: card)
        let author = ticket.body.author?.name ?? presentation.byline?.name
        let enclosure = ticket.body.enclosure
        let fileName = enclosure?.url.split(separator: "?").first?.split(separator: "/").last.map(String.init)
        let fields = ItemFields([
            .url: document.url ?? "", .title: presentation.title ?? ticket.body.title ?? "",
            .id: ticket.id.description, .source: context.suppliers[ticket.supplier]?.name ?? ticket.supplier.rawValue,
            .sourceID: ticket.supplier.rawValue, .author: author ?? "",
            .time: ticket.shownTime.rfc3339, .comments: presentation.discussion ?? "",
            .enclosure: enclosure?.url ?? "", .enclosureType: enclosure?.type ?? "",
            .enclosureTitle: enclosure?.alternativeText ?? fileName ?? "",
            .tags: ticket.body.tags.joined(separator: " "), .language: ticket.contentLanguage ?? "",
        ])
        return Item(entry: entry, presentation: presentation, document: document, card: card, fields: fields)
    }

    private func input(of items: [Item], for command: ProgramCommand) async throws -> [UInt8]? {
        guard let format = command.input else { return nil }
        return try await bytes(of: items, as: .document(format))
    }

    private func bytes(of items: [Item], as form: ShareForm) async throws -> [UInt8] {
        let runner = session.programs.runner
        switch form {
        case .card(let form): return try await runner.card(of: items.map(\.card), as: form)
        case .document(.json):
            var lines: [UInt8] = []
            for item in items { lines += try await runner.json(of: item.entry, shownAs: item.presentation).utf8 }
            return lines
        case .document(let format): return Array(ItemDocument.text(of: items.map(\.document), as: format).utf8)
        }
    }

    private func fail(_ key: MessageKey) { session.programs.fail(session.localizer(key)) }
}

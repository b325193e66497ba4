public import EngineConcepts

/// The state of the list of links.
public nonisolated struct LinksState: Equatable, Sendable {
    /// The title of the screen.
    public var title: String
    /// The links, or `nil` while they load.
    public var links: [NumberedLink]?
    /// The index of the link under the cursor.
    public var cursor: Int
    /// The text for an empty list.
    public var emptyText: String
}

/// The links of a ticket, to be opened or copied.
public final class LinksViewModel {
    /// The state of the screen.
    public private(set) var state: LinksState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?

    private let ticket: TicketID
    private let services: ReaderServices

    /// Makes the list of a ticket's links; ``start()`` loads them.
    public init(ticket: TicketID, services: ReaderServices) {
        self.ticket = ticket
        self.services = services
        state = LinksState(
            title: services.wording(.linksTitle), links: nil, cursor: 0, emptyText: services.wording(.linksEmpty))
    }

    /// Loads the ticket.
    public func start() {
        services.activity.run { [weak self] in
            guard let self else { return }
            do {
                state.links = try await read()
            } catch {
                state.links = []
                services.messages.problem(.readFailed, error)
            }
        }
    }

    /// Moves the cursor.
    public func move(_ count: Int) {
        state.cursor = min(max(0, state.cursor + count), max(0, (state.links?.count ?? 0) - 1))
    }

    /// Opens the link under the cursor in the browser.
    public func open() {
        services.open(current)
    }

    /// Opens the link with this number in the browser.
    public func open(_ number: Int) {
        guard let index = state.links?.firstIndex(where: { $0.number == number }) else {
            return services.messages.note(.noSuchLink, .number(number))
        }
        state.cursor = index
        open()
    }

    /// Copies the link under the cursor.
    public func copy() {
        services.copy(current)
    }

    private var current: String? {
        state.links.flatMap { $0.indices.contains(state.cursor) ? $0[state.cursor].url : nil }
    }

    private func read() async throws -> [NumberedLink] {
        guard let entry = try await services.reader.entry(ticket) else { return [] }
        let presenter = await services.presenters.presenters(for: [ticket.supplier])[ticket.supplier]
        let builder = TicketBuilder(texts: services.texts, wording: services.wording)
        let presentation = presenter?.present(entry.ticket) ?? Presentation(title: entry.ticket.body.title)
        let context = RowBuilder.Context(now: services.time.now())
        return builder.content(for: entry, shownAs: presentation, in: context).links
    }
}

public import EngineConcepts
public import ViewModels

nonisolated extension ScreenDescriptor {
    /// The timeline, the root of the flow.
    public static let timeline = ScreenDescriptor(.timeline, opens: .above([]))
    /// The thread of a ticket as a tree.
    public static let thread = ScreenDescriptor(.thread, opens: .above([.timeline, .ticket, .profile]))
    /// The posts of a person.
    public static let profile = ScreenDescriptor(.profile, opens: .above([.timeline, .ticket, .thread]))
    /// An open ticket.
    public static let ticket = ScreenDescriptor(
        .ticket, opens: .above([.timeline, .thread, .profile, .filtered, .search]))
    /// The actions on a ticket and its author.
    public static let actions = ScreenDescriptor(.actions, opens: .aboveTickets)
    /// The prompt for the note on a ticket's author.
    public static let note = ScreenDescriptor(.note, opens: .aboveTickets, keyboard: .draft)
    /// The prompt that links a ticket's author with another one.
    public static let personLink = ScreenDescriptor(.personLink, opens: .aboveTickets, keyboard: .draft)
    public static let links = ScreenDescriptor(.links, opens: .aboveTickets)
    /// The pictures and other media of a ticket.
    public static let pictures = ScreenDescriptor(.pictures, opens: .aboveTickets)
    /// The forms in which a ticket can be shared.
    public static let share = ScreenDescriptor(.share, opens: .aboveTickets)
}

extension TimelineCoordinator {
    /// Opens a ticket. One that is chosen beside the open ticket takes its place, and one beside the source list closes that.
    public func openTicket(_ id: TicketID) {
        guard shownTicket?.state.content?.id != id else { return }
        if screen == .ticket || screen == .sourceList { back() }
        // The posts of an outline follow each other as they are shown there, and so do hidden tickets.
        let outline = screen == .thread || screen == .profile ? outlines.last : nil
        let list = hiddenTickets
        let neighbours = neighbours(in: outline, or: list)
        present(.ticket) {
            let ticket = TicketViewModel(
                ticket: id, view: timeline.currentView, order: timeline.currentOrder, neighbours: neighbours,
                search: screen == .timeline ? timeline.searchQuery : nil, track: services.track,
                measure: frontEnd.ticketMeasure)
            ticket.onOutput = { [weak self] output in
                switch output {
                case .moved(let key):
                    if let outline {
                        outline.send(.select(.post(key.id)))
                    } else if let list {
                        list.send(.select(key.id))
                    } else {
                        self?.timeline.send(.visit(key))
                    }
                case .show(let destination, let ticket): self?.open(destination, of: ticket)
                }
            }
            return ticket
        }
    }

    /// Returns the neighbours of a ticket that is opened from a list, or `nil` for those in the timeline.
    private func neighbours(in outline: OutlineViewModel?, or hidden: FilteredViewModel?) -> ListedNeighbours? {
        let reader = services.track.reader
        if let outline { return ListedNeighbours(in: { outline.tickets }, reader: reader) }
        // A ticket that is not hidden any more leaves the list, and still has its neighbours.
        guard let tickets = hidden?.tickets else { return nil }
        return ListedNeighbours(in: { tickets }, reader: reader)
    }

    /// Opens a screen about a ticket.
    public func open(_ destination: TicketDestination, of id: TicketID) {
        switch destination {
        case .links: present(.links) { LinksViewModel(ticket: id, track: services.track) }
        case .pictures: present(.pictures) { PictureViewModel(ticket: id, track: services.track) }
        case .share(let count):
            let tickets = tickets(from: id, count: count)
            present(.share) { closing(ShareViewModel(tickets: tickets, track: services.track)) }
        case .thread: openThread(of: id)
        case .author: openProfile(ofAuthorOf: id)
        case .reply: openCompose(.reply(id))
        case .quote: openCompose(.quote(id))
        case .actions(let initialAction): openActions(on: id, initialAction)
        case .note: present(.note) { closing(NoteViewModel(ticket: id, track: services.track)) }
        case .person:
            present(.personLink) {
                closing(PersonLinkViewModel(ticket: id, track: services.track, posting: services.posting))
            }
        case .rule: openRule(.ticket(id, view: timeline.currentView))
        }
    }

    /// Closes the screen of a view-model when that asks for it.
    private func closing<Model: ViewModel>(_ model: Model) -> Model where Model.Output == ClosingOutput {
        model.onOutput = { [weak self, weak model] _ in self?.close(model) }
        return model
    }

    /// Returns a ticket and those below it in the list, `count` in all.
    private func tickets(from id: TicketID, count: Int) -> [TicketID] {
        switch screen {
        case .timeline: timeline.tickets(from: id, count: count)
        case .thread, .profile: outlines.last?.tickets(from: id, count: count) ?? [id]
        default: [id]
        }
    }

    /// Opens the actions on a ticket and its author; see ``TicketDestination/actions(_:)``.
    private func openActions(on id: TicketID, _ initialAction: PostAction?) {
        present(.actions) {
            let model = PostActionsViewModel(
                ticket: id, initialAction: initialAction, track: services.track, posting: services.posting)
            model.onOutput = { [weak self, weak model] output in
                guard let self, close(model) else { return }
                if case .compose(let origin) = output { openCompose(origin) }
            }
            return model
        }
    }
}

/// Outlines: threads, and the posts of a person.
extension TimelineCoordinator {
    /// Opens the thread of a ticket as a tree. From a post of an open thread, returns to it.
    public func openThread(of id: TicketID) {
        if let thread = outlines.last(where: { $0.isThread && $0.contains(id) }) {
            guard thread !== outlines.last || screen != .thread else { return session.messages.show(.threadOpen) }
            while outlines.last !== thread || screen != .thread, !isAtRoot { back() }
            return thread.send(.select(.post(id)))
        }
        withTicket(id) { [self] ticket in
            guard let posts = services.outlines?.thread(of: ticket) else { return false }
            show(posts, of: ticket)
            return true
        }
    }

    /// Opens the posts of a ticket's author.
    func openProfile(ofAuthorOf id: TicketID) {
        withTicket(id, failure: .profileNone) { [self] ticket in
            guard let author = ticket.shownAuthor,
                let posts = services.outlines?.profile(ofAuthorOf: ticket, in: session.notes.people)
            else { return false }
            guard screen != .profile else {
                session.messages.show(.profileOpen)
                return true
            }
            present(.profile) {
                let person = session.notes.people.person(of: author, in: ticket.supplier)
                let title = person?.name ?? [author.name, author.handle].compactMap(\.self).joined(separator: "  ")
                return connected(
                    OutlineViewModel(
                        posts, around: nil, of: person, title: title, track: services.track,
                        measure: frontEnd.outlineMeasure))
            }
            return true
        }
    }

    private func show(_ posts: any PostLoading, of ticket: Ticket) {
        present(.thread) {
            let subject = ticket.body.title ?? ticket.body.quoted?.title
            let title = subject.map { session.localizer(.threadTitleOn, .text($0)) } ?? session.localizer(.threadTitle)
            return connected(
                OutlineViewModel(
                    posts, around: ticket, title: title, track: services.track, measure: frontEnd.outlineMeasure))
        }
    }

    /// Connects an outline with the flow.
    private func connected(_ outline: OutlineViewModel) -> OutlineViewModel {
        outline.onOutput = { [weak self] output in
            switch output {
            case .open(let ticket): self?.openTicket(ticket)
            case .show(let destination, let ticket): self?.open(destination, of: ticket)
            case .follow(let address): self?.sources.send(.add(address))
            }
        }
        return outline
    }
}

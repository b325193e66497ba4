public import EngineConcepts
public import ViewModels

nonisolated extension ScreenName {
    /// The timeline.
    public static let timeline = ScreenName(rawValue: "timeline")
    /// The thread of a ticket as a tree.
    public static let thread = ScreenName(rawValue: "thread")
    /// The posts of a person.
    public static let profile = ScreenName(rawValue: "profile")
    /// An open ticket.
    public static let ticket = ScreenName(rawValue: "ticket")
    /// The actions on a ticket and its author.
    public static let acts = ScreenName(rawValue: "actions")
    /// The prompt for the note on a ticket's author.
    public static let note = ScreenName(rawValue: "note")
    /// The prompt that links a ticket's author with another one.
    public static let personLink = ScreenName(rawValue: "person-link")
    /// The links of a ticket.
    public static let links = ScreenName(rawValue: "links")
    /// The pictures and other media of a ticket.
    public static let pictures = ScreenName(rawValue: "pictures")
    /// The forms in which a ticket can be shared.
    public static let share = ScreenName(rawValue: "share")
}

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
    public static let acts = ScreenDescriptor(.acts, opens: .above([.timeline, .thread, .profile, .ticket]))
    /// The prompt for the note on a ticket's author.
    public static let note = ScreenDescriptor(
        .note, opens: .above([.timeline, .thread, .profile, .ticket]), keyboard: .draft)
    /// The prompt that links a ticket's author with another one.
    public static let personLink = ScreenDescriptor(
        .personLink, opens: .above([.timeline, .thread, .profile, .ticket]), keyboard: .draft)
    /// The links of a ticket.
    public static let links = ScreenDescriptor(.links, opens: .above([.timeline, .thread, .profile, .ticket]))
    /// The pictures and other media of a ticket.
    public static let pictures = ScreenDescriptor(
        .pictures, opens: .above([.timeline, .thread, .profile, .ticket]))
    /// The forms in which a ticket can be shared.
    public static let share = ScreenDescriptor(.share, opens: .above([.timeline, .thread, .profile, .ticket]))
}

extension TimelineCoordinator {
    /// Opens a ticket.
    public func openTicket(_ id: TicketID) {
        // The posts of a thread follow each other as they are shown there.
        let thread = screen == .thread || screen == .profile ? threads.last : nil
        present(.ticket) {
            let ticket = TicketViewModel(
                ticket: id, view: timeline.currentView, order: timeline.currentOrder,
                revealed: timeline.revealed, neighbours: thread, track: services.track, pictures: services.pictures,
                measure: dependencies.ticketMeasure)
            ticket.onOutput = { [weak self] output in
                switch output {
                case .moved(let key):
                    if let thread { thread.send(.select(.post(key.id))) } else { self?.timeline.send(.visit(key)) }
                case .show(let destination, let ticket): self?.open(destination, of: ticket)
                case .revealed(let ticket, let isRevealed): self?.timeline.send(.setRevealed(ticket, isRevealed))
                }
            }
            return ticket
        }
    }

    /// Opens a screen about a ticket.
    func open(_ destination: TicketDestination, of ticket: TicketID) {
        switch destination {
        case .links: openLinks(of: ticket)
        case .pictures: openPictures(of: ticket)
        case .share(let count): openShare(of: ticket, count: count)
        case .thread: openThread(of: ticket)
        case .author: openProfile(ofAuthorOf: ticket)
        case .reply: openCompose(.reply(ticket))
        case .quote: openCompose(.quote(ticket))
        case .acts(let initialAct): openActs(on: ticket, initialAct)
        case .note: openNote(onAuthorOf: ticket)
        case .person: openPersonLink(ofAuthorOf: ticket)
        case .rule: openRule(.ticket(ticket, view: timeline.currentView))
        }
    }

    /// Opens the actions on a ticket and its author.
    ///
    /// - Parameter initialAct: The action to perform at once, or to ask about, or `nil` to choose one.
    public func openActs(on id: TicketID, _ initialAct: PostAct? = nil) {
        present(.acts) {
            let acts = ActsViewModel(
                ticket: id, initialAct: initialAct, track: services.track, posting: services.posting)
            acts.onOutput = { [weak self, weak acts] output in
                guard let self, close(acts) else { return }
                if case .compose(let origin) = output { openCompose(origin) }
            }
            return acts
        }
    }

    /// Opens the prompt for the note on a ticket's author.
    public func openNote(onAuthorOf id: TicketID) {
        present(.note) {
            let note = NoteViewModel(ticket: id, track: services.track)
            note.onOutput = { [weak self, weak note] _ in self?.close(note) }
            return note
        }
    }

    /// Opens the prompt that links a ticket's author with another one.
    public func openPersonLink(ofAuthorOf id: TicketID) {
        present(.personLink) {
            let link = PersonLinkViewModel(ticket: id, track: services.track, posting: services.posting)
            link.onOutput = { [weak self, weak link] _ in self?.close(link) }
            return link
        }
    }

    /// Opens the links of a ticket.
    public func openLinks(of id: TicketID) {
        present(.links) {
            LinksViewModel(ticket: id, track: services.track)
        }
    }

    /// Opens the forms in which a ticket can be shared, with those below it in the list: `count` in all.
    func openShare(of id: TicketID, count: Int) {
        let tickets =
            switch screen {
            case .timeline: timeline.tickets(from: id, count: count)
            case .thread, .profile: threads.last?.tickets(from: id, count: count) ?? [id]
            default: [id]
            }
        present(.share) {
            let share = ShareViewModel(tickets: tickets, track: services.track)
            share.onOutput = { [weak self, weak share] _ in self?.close(share) }
            return share
        }
    }

    /// Opens the media of a ticket.
    public func openPictures(of id: TicketID) {
        present(.pictures) {
            PictureViewModel(ticket: id, track: services.track, pictures: services.pictures)
        }
    }
}

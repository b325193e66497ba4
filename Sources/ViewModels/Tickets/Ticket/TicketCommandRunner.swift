import EngineConcepts

/// Performs commands for tickets.
final class TicketCommandRunner {
    /// Called with the screen to open.
    var onShow: ((TicketDestination, TicketID) -> Void)?

    private let track: TrackServices
    private var session: Session { track.session }
    private let programs: ItemPrograms

    init(track: TrackServices) {
        self.track = track
        programs = ItemPrograms(track: track)
    }

    /// Performs a command.
    ///
    /// - Parameters:
    ///   - marks: The marks of the ticket as they are shown, or `nil` if they are not known.
    ///   - isCovered: True if a content warning covers its pictures.
    ///   - known: Its link, or `nil` to read it.
    func perform(
        _ command: TicketCommand, on ticket: TicketID, marks: Marks?, isCovered: Bool, link known: String? = nil
    ) {
        switch command {
        case .openInBrowser: session.run { [self] in try await open(ticket, at: known) }
        case .openInBackground: session.run { [self] in try await open(ticket, at: known, inBackground: true) }
        case .openAndMarkRead:
            session.run { [self] in
                let isOpened = try await open(ticket, at: known) { [track] in
                    guard marks?.isRead == false else { return }
                    track.marks.set([ticket], MarkChange(read: false), canBeUndone: false)
                }
                // At once: a browser may run as long as its window is open.
                if isOpened { mark(ticket, MarkChange(read: true)) }
            }
        case .play:
            session.run { [self] in
                guard let file = try await body(of: ticket)?.enclosure else {
                    return session.messages.show(.noEnclosure)
                }
                session.links.open(file.url, isPlayable: true)
            }
        case .run(let command): programs.run(command, on: ticket)
        case .pipe(let line): programs.pipe(line, [ticket])
        case .save(let path): programs.save(to: path, [ticket])
        case .copy(let form): programs.copy(as: form, [ticket])
        case .edit: programs.edit(ticket)
        case .copyLink:
            session.run { [self] in
                if let known { session.links.copy(known) } else { session.links.copy(try await body(of: ticket)?.link) }
            }
        case .show(.pictures):
            if isCovered { session.messages.show(.pictureCovered) } else { showPictures(of: ticket) }
        case .note(let text):
            track.withAuthor(of: ticket) { [notes = session.notes] in notes.write(text, on: $0, in: ticket.supplier) }
        case .link(let text):
            track.withAuthor(of: ticket) { [notes = session.notes] in notes.link($0, in: ticket.supplier, with: text) }
        case .show(.note) where !session.notes.isAvailable, .show(.person) where !session.notes.isAvailable:
            session.messages.show(.notesUnavailable)
        case .show(.rule) where !track.labels.isAvailable: session.messages.show(.labelsUnavailable)
        case .show(let destination): onShow?(destination, ticket)
        case .toggleRead: mark(ticket, marks.map { MarkChange(read: !$0.isRead) })
        case .toggleStar: mark(ticket, marks.map { MarkChange(starred: !$0.isStarred) })
        case .toggleLater: mark(ticket, marks.map { MarkChange(later: !$0.isLater) })
        case .react(let reaction): track.actions.toggle(reaction, of: ticket)
        case .sendAgain: track.actions.resend(at: ticket)
        case .dropAction: track.actions.drop(at: ticket)
        case .toggleStory: track.toggleStory(of: ticket)
        }
    }

    /// Opens a ticket's link, or its file if it has no page.
    @discardableResult
    private func open(
        _ ticket: TicketID, at known: String?, inBackground: Bool = false, onFailure: @escaping () -> Void = {}
    ) async throws -> Bool {
        let body = try await body(of: ticket)
        let link = known ?? body?.link
        guard let file = body?.enclosure, link == nil || link == file.url else {
            return session.links.open(link, inBackground: inBackground, onFailure: onFailure)
        }
        return session.links.open(
            file.url, inBackground: inBackground, isPlayable: file.isPlayable, onFailure: onFailure)
    }

    /// Opens the viewer, or says that there is nothing to view.
    private func showPictures(of ticket: TicketID) {
        session.runOpeningScreen(.readFailed) { [self] in
            guard let entry = try await track.reader.entry(ticket) else { return session.messages.show(.ticketGone) }
            let presentation = await track.presenters.presentation(of: entry.ticket)
            guard !TicketPicture.all(of: presentation).isEmpty else { return session.messages.show(.pictureNone) }
            onShow?(.pictures, ticket)
        }
    }

    private func body(of ticket: TicketID) async throws -> TicketBody? {
        try await track.reader.entry(ticket)?.ticket.body
    }

    private func mark(_ ticket: TicketID, _ change: MarkChange?) { if let change { track.marks.set([ticket], change) } }
}

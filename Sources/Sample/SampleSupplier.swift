import EngineConcepts
import FeedParsing

/// A sample source: deterministic, offline, and as reliable as its ``Reliability`` says.
struct SampleSupplier: Supplier {
    enum Reliability: Sendable {
        /// Responds at once.
        case prompt
        /// Responds slowly at the start of every period, beginning with the sample's start.
        case slow(Duration, for: Duration, every: Duration)
        /// Failed between these times.
        case wasDown(from: Timestamp, until: Timestamp, SupplierError)
        /// Fails from a time on, with Retry-After.
        case broken(from: Timestamp, SupplierError, retryAfter: Duration)
    }

    let id: SupplierID
    let name: String
    let kind: SupplierKind
    var traits: SupplierTraits
    let presenter: any Presenter
    let stream: SampleStream
    let reliability: Reliability
    /// The handler of the source's actions, or `nil` if it supports none.
    let actionHandler: SampleActions?
    /// The account that acts and writes the threads, or `nil` if the source has no account.
    private(set) var ownAccount: SampleAccount?
    /// The time when the sample started.
    let start: Timestamp
    let time: any TimeSource

    /// Returns the source with threads, a stream, and an account that acts.
    func conversing(as account: SampleAccount) -> SampleSupplier {
        var supplier = self
        supplier.ownAccount = account
        supplier.traits.streams = true
        return supplier
    }

    var account: (any AccountClient)? { ownAccount }
    var conversation: SampleConversation? { ownAccount?.conversation }

    private var pager: SamplePager { SamplePager(stream: stream, traits: traits) }

    /// The time of the oldest item of a document, or `nil` if the source does not tell where its items begin.
    var timeThreshold: Timestamp? {
        get async {
            traits.shape == .window ? pager.windowEnd(at: time.now()) : nil
        }
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch reliability {
        case .prompt:
            break
        case .slow(let delay, let slowTime, let period):
            let sinceStart = request.now.since(start)
            if sinceStart >= .zero, sinceStart.milliseconds % period.milliseconds < slowTime.milliseconds {
                try await wait(delay)
            }
        case .wasDown(let from, let until, let error):
            guard request.now < from || until <= request.now else { throw error }
        case .broken(let from, let error, let pause):
            guard from <= request.now else { break }
            throw SupplierError(
                error.code, error.message, cause: error.cause, retryAt: request.now.advanced(by: pause))
        }
        var answer = try pager.page(request)
        if let conversation { answer.items = answer.items.map { conversation.threaded($0, at: request.now) } }
        answer.sourceName = name
        return answer
    }

    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        let isKnown =
            SampleAccount.isOwn(ticket.id.item)
            || SampleConversation.root(of: ticket.id.item).map { stream.shows($0, at: request.now) } ?? false
        guard let actionHandler, isKnown else {
            return .refused(SupplierError(.gone, Message("itemNotInTimeline")))
        }
        do throws(SupplierError) {
            try await wait(actionHandler.delay)
        } catch {
            return .uncertain(error)
        }
        let outcome = actionHandler.outcome(at: request.now.since(start), name: name)
        guard case .done = outcome else { return outcome }
        let item = changed(ticket, by: request)
        if SampleAccount.isOwn(ticket.id.item) {
            if request.action == .delete { conversation?.own.remove(ticket.id.item) }
            if let item { conversation?.own.keep(item) }
        }
        return .done(item)
    }

    /// Returns the item of a ticket after an action, or `nil` if the action changes nothing but reactions.
    private func changed(_ ticket: Ticket, by request: ActionRequest<TicketAction>) -> SourceItem? {
        var item = SourceItem(of: ticket)
        switch request.action {
        case .vote(let choices):
            guard var poll = ticket.poll, poll.isOpen, let conversation else { return nil }
            for choice in choices where poll.options.indices.contains(choice) {
                poll.options[choice].votes = (poll.options[choice].votes ?? 0) + 1
            }
            poll.own = choices
            poll.voters = (poll.voters ?? 0) + 1
            conversation.set(poll, of: &item)
        case .edit(let draft):
            item.body.text = .styled(PlainText.styled(draft.text, marksEntities: true))
            item.body.contentWarning = draft.contentWarning
            item.editTime = request.now
        case .pin: item.source.fields[SourceLayer.PostField.pinned] = "true"
        case .unpin: item.source.fields[SourceLayer.PostField.pinned] = nil
        default: return nil
        }
        return item
    }

    func wait(_ delay: Duration) async throws(SupplierError) {
        do {
            try await time.sleep(for: delay)
        } catch {
            throw SupplierError(.cancelled, Message("readingCancelled", ["source": .text(name)]))
        }
    }
}

extension SampleSupplier: PostEditing {
    func draft(of ticket: Ticket, now: Timestamp) async throws(SupplierError) -> PostDraft {
        PostDraft(ticket.body.text.source, contentWarning: ticket.body.contentWarning)
    }
}

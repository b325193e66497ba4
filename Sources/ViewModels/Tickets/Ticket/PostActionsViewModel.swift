public import EngineConcepts
import Localization

/// An action at the source that is chosen from a list.
public nonisolated enum PostAction: Hashable, Sendable {
    case vote
    /// Boost for followers only.
    case boostToFollowers
    /// Boost without public timelines.
    case boostUnlisted
    case pin
    case unpin
    case edit
    /// Delete the post and write it anew.
    case redraft
    case delete
    case person(PersonAction)
    /// Report the post to the moderators.
    case report
    /// Actions on all authors who are the same person.
    case followEverywhere
    case unfollowEverywhere
    case muteEverywhere
    case unmuteEverywhere

    /// True if a question comes first.
    var isDestructive: Bool {
        switch self {
        case .redraft, .delete, .person(.block): true
        default: false
        }
    }
}

/// The state of the list of actions on a post.
public nonisolated struct PostActionsState: ListState, Equatable, Sendable {
    /// A row.
    public enum Row: Equatable, Sendable {
        /// An answer of a poll.
        case option(Option)
        /// An action, in words.
        case action(PostAction, String)
    }

    /// An answer of a poll.
    public struct Option: Equatable, Sendable {
        /// Its text.
        public var title: String
        /// Its share of the votes in percent, or `nil` if results are hidden.
        public var share: Int?
        /// True if it is chosen now, or was voted for.
        public var isChosen: Bool
        /// True if it can be chosen.
        public var canBeChosen: Bool
    }

    public var title: String
    /// The start of the post's text.
    public var excerpt = ""
    /// The number of votes in the poll in words, or `nil` without one.
    public var poll: String?
    /// The rows, or `nil` while they load.
    public var rows: [Row]?
    public var cursor = 0
    /// The question for a comment, or `nil` while none is written.
    public var prompt: TextPrompt?
    /// A question that the next key answers, or `nil`.
    public var question: String?
}

/// The actions on a post and its author at the source: a vote in its poll, what its author can do with it, and following,
/// muting and the like. Those that cannot be undone ask first; the others can be undone.
public final class PostActionsViewModel: ViewModel {
    /// An action on the list.
    public nonisolated enum Action: ListAction, PromptAction, Equatable {
        case move(Int)
        /// Choose an answer of the poll, or perform the action under the cursor.
        case open
        /// Answer the question.
        case confirm(Bool)
        /// Send the report with this comment.
        case submit(String)
        /// Send no report.
        case cancelPrompt
    }

    /// An output of the list.
    public nonisolated enum Output: Equatable, Sendable {
        case close
        /// Close the screen and write a post.
        case compose(PostOrigin)
    }

    public private(set) var state: PostActionsState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>(isLoading: true)

    private let id: TicketID
    private let initialAction: PostAction?
    private let track: TrackServices
    private let posting: (any PostingServices)?
    private var session: Session { track.session }

    /// Loads the list, or the text of a post that is written anew.
    private var loading: Task<Void, Never>?
    private var ticket: Ticket?
    private var account: PostingAccount?
    private var poll: PostPoll?
    private var selectedOptions: Set<Int> = []
    private var actionToConfirm: PostAction?
    /// The authors who are the same person, with the accounts that can act on them. Empty if the author is not linked.
    private var authors: [AuthorAccounts] = []
    /// The relation of the account to the author, or `nil` if it is unknown.
    private var relation: PersonRelation?
    /// The relations to the ``authors``, in their order, or empty if they are unknown.
    private var relations: [PersonRelation?] = []

    /// The time for which the list waits for servers to tell relations. Later answers change nothing: rows never move.
    private static let patience = Duration.milliseconds(500)

    /// Creates the list for a ticket; ``start()`` loads it.
    ///
    /// - Parameter initialAction: The action to perform at once, or to ask about, or `nil` to choose one.
    public init(
        ticket id: TicketID, initialAction: PostAction? = nil, track: TrackServices, posting: (any PostingServices)?
    ) {
        self.id = id
        self.initialAction = initialAction
        self.track = track
        self.posting = posting
        state = PostActionsState(title: track.session.localizer(.actsTitle))
    }

    /// Loads the ticket and finds what can be done.
    public func start() {
        loading = session.run { [self] in
            defer {
                if state.rows == nil { state.rows = [] }
                endLoading()
            }
            guard let entry = try await track.reader.entry(id) else {
                session.messages.show(.ticketGone)
                onOutput?(.close)
                return
            }
            ticket = entry.ticket
            let source = await track.engine.snapshot.suppliers.first { $0.id == id.supplier }
            if let posting {
                let reading = await posting.account(of: entry.ticket)
                account = await posting.accounts().first { $0.id == reading }
                let author = entry.ticket.shownAuthor
                let person = author.flatMap { session.notes.people.person(of: $0, in: id.supplier) }
                if let person { authors = await posting.authors(of: person) }
                // An action that was asked for by name needs no list.
                if initialAction == nil { await findRelations(by: posting) }
            }
            let presentation = await track.presenters.presentation(of: entry.ticket)
            // A list that was closed meanwhile performs nothing.
            guard !Task.isCancelled else { return }
            state.excerpt =
                presentation.warning.map { "⚠ \(session.localizer($0))" }
                ?? Excerpt.of(presentation.body, maximumBytes: 200).plainText
            show(entry.ticket, source?.actions ?? [])
            if let initialAction { perform(initialAction) }
        }
    }

    /// Performs the initial action no longer if the list is still loading, and deletes no post to write it anew.
    public func stop() {
        loading?.cancel()
    }

    public func send(_ action: Action) {
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.rows?.count ?? 0)
        case .open: open()
        case .confirm(let isConfirmed):
            guard let confirmed = actionToConfirm else { return }
            (actionToConfirm, state.question) = (nil, nil)
            if isConfirmed { carryOut(confirmed) }
        case .cancelPrompt: state.prompt = nil
        case .submit(let comment):
            guard state.prompt != nil, let ticket else { return }
            state.prompt = nil
            report(ticket, comment: comment.allSatisfy(\.isWhitespace) ? nil : comment)
            onOutput?(.close)
        }
    }

    // MARK: The list

    private var author: Author? { ticket?.body.boosted?.author ?? ticket?.body.author }

    /// True if the account has written the post.
    private var isOwn: Bool { account.map { $0.handle.lowercased() == author?.handle?.lowercased() } ?? false }

    /// Asks for the relations to the author, as far as actions on them are offered.
    private func findRelations(by posting: any PostingServices) async {
        guard !isOwn else { return }
        let reading = account.flatMap { account in
            author?.handle.map { AuthorAccounts(name: $0, accounts: account.personActions.isEmpty ? [] : [account]) }
        }
        let all = [reading].compactMap(\.self) + (authors.count > 1 ? authors : [])
        let found = await PersonActionSender(engine: track.engine, people: posting, session: session)
            .relations(to: all, within: Self.patience)
        relation = reading == nil ? nil : found.first ?? nil
        relations = Array(found.dropFirst(reading == nil ? 0 : 1))
    }

    /// Returns true if an action may change the relation of an account to one of the authors.
    private func appliesSomewhere(_ action: PersonAction) -> Bool {
        let reached = zip(authors, relations).filter { !$0.0.accounts.isEmpty }
        return reached.isEmpty || reached.contains { $0.1?.includes(action) != true }
    }

    private func show(_ ticket: Ticket, _ actions: Set<TicketAction.Kind>) {
        let handle = author?.handle
        poll = ticket.poll
        var offered: [PostAction] = []
        if isOwn {
            let isPinned = ticket.source.fields[SourceLayer.PostField.pinned] != nil
            if actions.contains(.pin) { offered.append(isPinned ? .unpin : .pin) }
            // Every post that can be edited can be written anew.
            if actions.contains(.edit) { offered.append(.edit) }
            if actions.isSuperset(of: [.edit, .delete]) { offered.append(.redraft) }
            if actions.contains(.delete) { offered.append(.delete) }
        } else if let account, handle != nil {
            offered += PersonAction.allCases
                .filter { account.personActions.contains($0) && relation?.includes($0) != true }.map(PostAction.person)
            if account.actions.contains(.report) { offered.append(.report) }
        }
        if !isOwn, authors.count > 1, authors.contains(where: { !$0.accounts.isEmpty }) {
            let everywhere: [(PersonAction, PostAction)] = [
                (.follow, .followEverywhere), (.unfollow, .unfollowEverywhere), (.mute, .muteEverywhere),
                (.unmute, .unmuteEverywhere),
            ]
            offered += everywhere.filter { appliesSomewhere($0.0) }.map(\.1)
        }
        if !isOwn, actions.contains(.boostTo), !ticket.body.reactions.contains(.boost) {
            offered.insert(contentsOf: [.boostToFollowers, .boostUnlisted], at: 0)
        }
        let canVote = actions.contains(.vote) && poll?.isOpen == true
        if canVote { offered.insert(.vote, at: 0) }
        if let author { state.title = session.localizer(.actsTitleOn, .text(author.name)) }
        if let poll { state.poll = PollText(texts: session.texts).text(of: poll, at: session.time.now()) }
        let options = options(canVote: canVote)
        state.rows = options + offered.map { .action($0, text(of: $0)) }
        state.cursor = canVote ? 0 : min(options.count, max(0, (state.rows?.count ?? 1) - 1))
    }

    private func options(canVote: Bool) -> [PostActionsState.Row] {
        guard let poll else { return [] }
        return poll.options.indices.map { index in
            .option(
                .init(
                    title: poll.options[index].title, share: poll.share(of: index),
                    isChosen: poll.own.contains(index) || selectedOptions.contains(index), canBeChosen: canVote))
        }
    }

    private func text(of action: PostAction) -> String {
        let localizer = session.localizer
        let name = author?.handle ?? author?.name ?? ""
        return switch action {
        case .vote: localizer(.actVote)
        case .boostToFollowers: localizer(.actBoostToFollowers)
        case .boostUnlisted: localizer(.actBoostUnlisted)
        case .pin: localizer(.actPin)
        case .unpin: localizer(.actUnpin)
        case .edit: localizer(.actEdit)
        case .redraft: localizer(.actRedraft)
        case .delete: localizer(.actDelete)
        case .person(let action): localizer(action.messageKey, .text(name))
        case .report: localizer(.actReport)
        case .followEverywhere: localizer(.actFollowEverywhere, .text(personName))
        case .unfollowEverywhere: localizer(.actUnfollowEverywhere, .text(personName))
        case .muteEverywhere: localizer(.actMuteEverywhere, .text(personName))
        case .unmuteEverywhere: localizer(.actUnmuteEverywhere, .text(personName))
        }
    }

    private var personName: String {
        author.flatMap { session.notes.people.person(of: $0, in: id.supplier)?.name } ?? author?.name ?? ""
    }

    // MARK: Actions

    private func open() {
        switch state.rows?.element(at: state.cursor) {
        case .option: choose(state.cursor)
        case .action(let action, _): perform(action)
        case nil: break
        }
    }

    /// Chooses an answer, or takes the choice back.
    private func choose(_ index: Int) {
        guard let poll, case .option(let option) = state.rows?[index], option.canBeChosen else {
            return session.messages.show(.actsVoted)
        }
        if selectedOptions.remove(index) == nil {
            if !poll.allowsSeveral { selectedOptions = [] }
            selectedOptions.insert(index)
        }
        let actions = state.rows?.dropFirst(poll.options.count) ?? []
        state.rows = options(canVote: true) + actions
    }

    /// Performs an action of the list, after a question if it cannot be undone. A report has a comment.
    private func perform(_ action: PostAction) {
        let isOffered = state.rows?.contains { if case .action(action, _) = $0 { true } else { false } } ?? false
        guard isOffered else { return session.messages.show(.actsUnsupported) }
        guard action.isDestructive else { return carryOut(action) }
        actionToConfirm = action
        state.question = session.localizer(
            .actsConfirm, .text(text(of: action)), .text(session.localizer(.confirmLetter)))
    }

    private func carryOut(_ action: PostAction) {
        guard let ticket else { return }
        switch action {
        case .vote:
            guard !selectedOptions.isEmpty else { return session.messages.show(.actsChoose) }
            sendToSource(.vote(selectedOptions.sorted()))
        case .boostToFollowers: sendToSource(.boostTo(.followers))
        case .boostUnlisted: sendToSource(.boostTo(.unlisted))
        case .pin, .unpin: sendToSource(action == .pin ? .pin : .unpin)
        case .edit:
            onOutput?(.compose(.edit(id)))
            return
        case .delete: sendToSource(.delete)
        case .redraft: return redraft(ticket)
        case .report:
            state.prompt = TextPrompt(question: session.localizer(.actsReportPrompt), kind: .comment)
            return
        case .person(let personAction): perform(personAction, called: text(of: action))
        case .followEverywhere: perform(.follow, on: authors, called: text(of: action))
        case .unfollowEverywhere: perform(.unfollow, on: authors, called: text(of: action))
        case .muteEverywhere: perform(.mute, on: authors, called: text(of: action))
        case .unmuteEverywhere: perform(.unmute, on: authors, called: text(of: action))
        }
        onOutput?(.close)
    }

    private func sendToSource(_ action: TicketAction) {
        track.actions.perform(action, on: id)
        session.messages.show(.actsSent)
    }

    /// Acts on the author as the account that reads the post.
    private func perform(_ action: PersonAction, called name: String) {
        guard let account, let handle = author?.handle else { return session.messages.show(.actsUnsupported) }
        let target = AuthorAccounts(name: handle, accounts: [account])
        perform(action, on: [target], called: name)
    }

    private func perform(_ action: PersonAction, on authors: [AuthorAccounts], called name: String) {
        guard let posting else { return session.messages.show(.actsUnsupported) }
        let sender = PersonActionSender(engine: track.engine, people: posting, session: session)
        let place = session.undo.reserve()
        session.run { await sender.perform(action, on: authors, called: name, undoneAt: place) }
    }

    private func report(_ ticket: Ticket, comment: String?) {
        guard let posting, let account, let handle = author?.handle else {
            return session.messages.show(.actsUnsupported)
        }
        let post = ticket.post ?? id.item
        session.run { [engine = track.engine, session] in
            let person = try await posting.person(handle, seenBy: account.id)
            engine.perform(.report(PostReport(person: person.id, posts: [post], comment: comment)), by: person.account)
            session.messages.show(.actsSent)
        }
    }

    /// Keeps the text as a draft before the post is deleted, so that it is never lost.
    private func redraft(_ ticket: Ticket) {
        guard let posting, let account else { return session.messages.show(.actsUnsupported) }
        beginLoading()
        loading = session.run { [self] in
            defer { endLoading() }
            var draft = try await posting.draft(of: ticket)
            try Task.checkCancellation()
            if draft.inReplyTo == nil, let parent = ticket.body.replyTo {
                draft.inReplyTo = PostDraft.Reference(post: parent)
            }
            try session.drafts.keep(draft, of: .new, by: [account.id])
            // A post whose text is not stored is not deleted.
            guard await session.preferences.flush(), !Task.isCancelled else { return }
            track.engine.perform(.delete, on: id)
            // Keys that have waited are for the text, not for this list, with which they would be dropped.
            endLoading()
            onOutput?(.compose(.new))
        }
    }
}

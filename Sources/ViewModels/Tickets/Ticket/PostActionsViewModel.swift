public import EngineConcepts
import Localization

/// The state of the list of actions on a post.
public nonisolated struct PostActionsState: ListState, Equatable, Sendable {
    /// A row of the list: an answer of the poll, or an action.
    public enum Row: Equatable, Sendable {
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
    public nonisolated enum Action: ListAction, ConfirmAction, Equatable {
        case move(Int)
        /// Choose an answer of the poll, or perform the action under the cursor.
        case open
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
    private let people: PersonActionSender?
    private var session: Session { track.session }

    /// Loads the list, or the text of a post that is written anew.
    private var loading: Task<Void, Never>?
    /// The post, or `nil` while it loads.
    private var post: ActionablePost?
    private var selectedOptions: Set<Int> = []
    /// The action that is carried out if the open question is answered with yes.
    private var actionToConfirm: PostAction? {
        didSet {
            state.question = actionToConfirm.map {
                session.localizer(.actsConfirm, .text(text(of: $0)), .text(session.localizer(.confirmLetter)))
            }
        }
    }

    /// The timeout for the relations that servers tell. Later answers change nothing: rows never move.
    private static let relationsTimeout = Duration.milliseconds(500)

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
        people = posting.map { PersonActionSender(engine: track.engine, people: $0, session: track.session) }
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
            let post = await actionablePost(entry.ticket)
            let presentation = await track.presenters.presentation(of: entry.ticket)
            // A list that was closed meanwhile performs nothing.
            guard !Task.isCancelled else { return }
            state.excerpt =
                presentation.warning.map { "⚠ \(session.localizer($0))" }
                ?? Excerpt.of(presentation.body, maximumBytes: 200).plainText
            show(post)
            if let initialAction { perform(initialAction) }
        }
    }

    /// Performs the initial action no longer if the list is still loading, and deletes no post to write it anew.
    public func stop() { loading?.cancel() }

    public func send(_ action: Action) {
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.rows?.count ?? 0)
        case .open: open()
        case .confirm(let isConfirmed):
            guard let confirmed = actionToConfirm else { return }
            actionToConfirm = nil
            if isConfirmed { carryOut(confirmed) }
        case .cancelPrompt: state.prompt = nil
        case .submit(let comment):
            guard state.prompt != nil, let post else { return }
            state.prompt = nil
            report(post, comment: comment.allSatisfy(\.isWhitespace) ? nil : comment)
            onOutput?(.close)
        }
    }

    // MARK: The list

    /// Returns a post with what is known of its author.
    private func actionablePost(_ ticket: Ticket) async -> ActionablePost {
        let source = await track.engine.snapshot.suppliers.first { $0.id == id.supplier }
        var post = ActionablePost(ticket: ticket, poll: ticket.poll, supported: source?.actions ?? [])
        guard let posting else { return post }
        let reading = await posting.account(of: ticket)
        post.account = await posting.accounts().first { $0.id == reading }
        let person = ticket.shownAuthor.flatMap { session.notes.people.person(of: $0, in: id.supplier) }
        if let person { post.authors = await posting.authors(of: person) }
        // An action that was asked for by name needs no list.
        if let people, initialAction == nil, !post.isOwn { await findRelations(to: &post, by: people) }
        return post
    }

    /// Asks for the relations to the author, as far as actions on them are offered.
    private func findRelations(to post: inout ActionablePost, by people: PersonActionSender) async {
        let reading = post.account.flatMap { account in
            post.author?.handle
                .map { AuthorAccounts(name: $0, accounts: account.personActions.isEmpty ? [] : [account]) }
        }
        let all = [reading].compactMap(\.self) + (post.authors.count > 1 ? post.authors : [])
        let found = await people.relations(to: all, within: Self.relationsTimeout)
        post.relation = reading == nil ? nil : found.first ?? nil
        post.relations = Array(found.dropFirst(reading == nil ? 0 : 1))
    }

    private func show(_ post: ActionablePost) {
        self.post = post
        state.poll = post.poll.map { PollText(texts: session.texts).text(of: $0, at: session.time.now()) }
        let options = options(canVote: post.canVote)
        let rows: [PostActionsState.Row] = options + post.offers.map { .action($0, text(of: $0)) }
        state.rows = rows
        // An item without actions, as of most feeds, is no post of a network.
        if let author = post.author, !rows.isEmpty {
            state.title = session.localizer(.actsTitleOn, .text(author.name))
        }
        state.cursor = post.canVote ? 0 : min(options.count, max(0, rows.count - 1))
    }

    private func options(canVote: Bool) -> [PostActionsState.Row] {
        guard let poll = post?.poll else { return [] }
        return poll.options.indices.map { index in
            .option(
                .init(
                    title: poll.options[index].title, share: poll.share(of: index),
                    isChosen: poll.own.contains(index) || selectedOptions.contains(index), canBeChosen: canVote))
        }
    }

    private func text(of action: PostAction) -> String {
        let localizer = session.localizer
        let name = post?.author?.handle ?? post?.author?.name ?? ""
        return switch action {
        case .vote: localizer(.actVote)
        case .boostToFollowers: localizer(.actBoostToFollowers)
        case .boostUnlisted: localizer(.actBoostUnlisted)
        case .pin: localizer(.actPin)
        case .unpin: localizer(.actUnpin)
        case .edit: localizer(.actEdit)
        case .redraft: localizer(.actRedraft)
        case .delete: localizer(.actDelete)
        case .person(let action): localizer(action.message(on: name))
        case .report: localizer(.actReport)
        case .everywhere(let action): localizer(action.message(on: personName, everywhere: true))
        }
    }

    private var personName: String {
        guard let author = post?.author else { return "" }
        return session.notes.people.person(of: author, in: id.supplier)?.name ?? author.name
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
        guard let poll = post?.poll, case .option(let option) = state.rows?[index], option.canBeChosen else {
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
        if action.isDestructive { actionToConfirm = action } else { carryOut(action) }
    }

    private func carryOut(_ action: PostAction) {
        guard let post else { return }
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
        case .redraft: return redraft(post)
        case .report:
            state.prompt = TextPrompt(question: session.localizer(.actsReportPrompt), kind: .comment)
            return
        case .person(let personAction): perform(personAction, onAuthorOf: post, called: text(of: action))
        case .everywhere(let personAction): perform(personAction, on: post.authors, called: text(of: action))
        }
        onOutput?(.close)
    }

    private func sendToSource(_ action: TicketAction) {
        track.actions.perform(action, on: id)
        session.messages.show(.actsSent)
    }

    /// Acts on the author as the account that reads the post.
    private func perform(_ action: PersonAction, onAuthorOf post: ActionablePost, called name: String) {
        guard let account = post.account, let handle = post.author?.handle else {
            return session.messages.show(.actsUnsupported)
        }
        let target = AuthorAccounts(name: handle, accounts: [account])
        perform(action, on: [target], called: name)
    }

    private func perform(_ action: PersonAction, on authors: [AuthorAccounts], called name: String) {
        guard let people else { return session.messages.show(.actsUnsupported) }
        let place = session.undo.reserve()
        session.run { await people.perform(action, on: authors, called: name, undoneAt: place) }
    }

    private func report(_ reported: ActionablePost, comment: String?) {
        guard let posting, let account = reported.account, let handle = reported.author?.handle else {
            return session.messages.show(.actsUnsupported)
        }
        let post = reported.ticket.post ?? id.item
        session.run { [engine = track.engine, session] in
            let person = try await posting.person(handle, seenBy: account.id)
            engine.perform(.report(PostReport(person: person.id, posts: [post], comment: comment)), by: person.account)
            session.messages.show(.actsSent)
        }
    }

    /// Keeps the text as a draft before the post is deleted, so that it is never lost.
    private func redraft(_ post: ActionablePost) {
        guard let posting, let account = post.account else { return session.messages.show(.actsUnsupported) }
        beginLoading()
        loading = session.run { [self] in
            defer { endLoading() }
            var draft = try await posting.draft(of: post.ticket)
            try Task.checkCancellation()
            if draft.inReplyTo == nil, let parent = post.ticket.body.replyTo {
                draft.inReplyTo = PostDraft.Reference(post: parent)
            }
            let kept = try session.drafts.keep(draft, of: .new, by: [account.id])
            // A post whose text is not stored is not deleted, and one that stays is no draft.
            guard await session.preferences.flush(), !Task.isCancelled else {
                session.drafts.remove(kept)
                return
            }
            track.engine.perform(.delete, on: id)
            // Keys that have waited are for the text, not for this list, with which they would be dropped.
            endLoading()
            onOutput?(.compose(.new))
        }
    }
}

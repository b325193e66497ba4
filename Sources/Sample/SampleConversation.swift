import EngineConcepts
import FeedParsing

/// Writes the threads of a sample source: what a post replies to, and up to sixty replies by branch, more of them as time
/// passes. Always the same for the same post.
struct SampleConversation: Sendable {
    /// The name of the source in the addresses of threads.
    let name: String
    let texts: PostTexts
    let site: String
    let seed: UInt64
    let own: SampleOwnPosts

    /// The number of replies that are sent at first; the others are behind a gap.
    private static let firstReplies = 60

    /// Returns an item of the source with the address of its thread and the number of its replies.
    func threaded(_ item: SourceItem, at now: Timestamp) -> SourceItem {
        var item = threaded(item)
        item.body.counts.replies = plan(below: item, at: now).count + own.below([item.id]).count
        return item
    }

    /// Returns an item of the source with the address of its thread.
    private func threaded(_ item: SourceItem) -> SourceItem {
        var item = item
        item.source.fields[SourceLayer.threadField] = "sample:\(name)/thread:\(item.id)"
        item.source.fields[SourceLayer.PostField.target] = item.id
        if let index = Int(item.id), index % Self.pollOneIn == 3, item.body.boosted == nil {
            set(Self.poll(index), of: &item)
        }
        return item
    }

    /// One in this many posts has a poll.
    private static let pollOneIn = 17

    private static func poll(_ index: Int) -> PostPoll {
        PostPoll(
            [
                .init("Soft, and hope", votes: 7 + index % 9), .init("Medium", votes: 12 + index % 5),
                .init("Hard, and patience", votes: 3 + index % 7),
            ], voters: 22 + index % 9 + index % 5 + index % 7)
    }

    func set(_ poll: PostPoll, of item: inout SourceItem) {
        item.source.fields[SourceLayer.PostField.poll] = item.id
        item.source.fields[SourceLayer.PostField.pollState] = poll.field
        let answers = poll.options.indices.map { "<li>\(poll.line(of: $0))</li>" }
        item.body.summary = .html("<ul>\(answers.joined())</ul>", base: nil)
    }

    /// Returns the index of the item whose thread a post is in, or `nil` if the source has no such thread.
    static func root(of id: String) -> Int? { Int(id.prefix { $0 != "." }) }

    /// Returns the thread around an item, or its last replies for the gap.
    func part(below root: SourceItem, _ ancestors: [SourceItem], filling gap: OutlineGap?, at now: Timestamp)
        -> OutlinePart
    {
        let replies = replies(to: root, at: now)
        guard gap == nil else { return part(Array(replies.dropFirst(Self.firstReplies))) }
        let missing = replies.count - Self.firstReplies
        return part(
            ancestors + [root] + replies.prefix(Self.firstReplies),
            gaps: missing > 0 ? [OutlineGap(.replies(to: root.id), count: missing)] : [])
    }

    /// Returns items with the account's replies to them.
    private func part(_ items: [SourceItem], gaps: [OutlineGap] = []) -> OutlinePart {
        OutlinePart(items: items + own.below(Set(items.map(\.id))), gaps: gaps)
    }

    /// A reply without its text.
    private struct PlannedReply {
        let time: Timestamp
        let author: String
        /// The index of the reply that it answers, or `nil` for the item itself.
        let parent: Int?
        let likes: Int
    }

    /// Returns the replies that are written by `now`, in order.
    private func plan(below root: SourceItem, at now: Timestamp) -> [PlannedReply] {
        guard let index = Int(root.id), let start = root.orderTime else { return [] }
        var random = SeededRandom(seed: seed, stream: "\(name).thread", index: index)
        let count = random.oneIn(3) ? random.number(in: 62...68) : random.number(in: 0...24)
        var replies: [PlannedReply] = []
        var time = start
        let authors = texts.authorIDs
        while replies.count < count {
            time = time.advanced(by: .seconds(random.number(in: 8...90)))
            guard time <= now else { break }
            let author = random.pick(authors)
            // Most answer the post itself or one of the last replies.
            let answersPost = replies.isEmpty || random.oneIn(3)
            let parent = answersPost ? nil : max(0, replies.count - random.number(in: 1...6))
            let likes = random.oneIn(2) ? random.number(in: 0...40) : 0
            replies.append(PlannedReply(time: time, author: author, parent: parent, likes: likes))
        }
        return replies
    }

    private func replies(to root: SourceItem, at now: Timestamp) -> [SourceItem] {
        let language = root.body.language ?? "en"
        let answers = texts.replies[language] ?? texts.replies["en"] ?? []
        let order = ShuffledOrder(count: answers.count, seed: seed, name: "\(name).\(root.id)")
        func id(_ reply: Int) -> String { "\(root.id).\(reply + 1)" }
        return plan(below: root, at: now).enumerated()
            .map { index, reply in
                let link = "https://\(site)/\(reply.author)/\(root.id)-\(index + 1)"
                let text = PlainText.styled(answers[order.element(at: index + 1)], marksEntities: true)
                let body = TicketBody(
                    text: .styled(text), author: texts.author(reply.author), link: link, uri: link,
                    counts: Counts(likes: reply.likes), replyTo: reply.parent.map(id) ?? root.id, language: language)
                return threaded(SourceItem(id: id(index), orderTime: reply.time, body: body))
            }
    }
}

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

    /// The number of replies that are sent at first; the others are behind a gap.
    private static let firstReplies = 60

    /// Returns an item of the source with the address of its thread.
    func threaded(_ item: SourceItem) -> SourceItem {
        var item = item
        item.source.fields[SourceLayer.threadField] = "sample:\(name)/thread:\(item.id)"
        item.source.fields[SourceLayer.PostField.target] = item.id
        if let index = Int(item.id), index % Self.pollOneIn == 3, item.body.boosted == nil {
            ask(Self.poll(index), in: &item)
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

    /// Puts a poll into a post.
    func ask(_ poll: PostPoll, in item: inout SourceItem) {
        item.source.fields[SourceLayer.PostField.poll] = item.id
        item.source.fields[SourceLayer.PostField.pollState] = poll.field
        let answers = poll.options.indices.map { index in
            "<li>\(poll.own.contains(index) ? "✓ " : "")\(poll.options[index].title) — \(poll.share(of: index) ?? 0) %</li>"
        }
        item.body.summary = .html("<ul>\(answers.joined())</ul><p>Σ \(poll.voters ?? 0)</p>", base: nil)
    }

    /// Returns the index of the item whose thread a post is in, or `nil` if it is none of the source's.
    static func root(of id: String) -> Int? {
        Int(id.prefix { $0 != "." })
    }

    /// Returns the thread around an item, or its last replies for the gap.
    ///
    /// - Parameters:
    ///   - root: The item that the replies answer.
    ///   - ancestors: What that item replies to.
    func part(below root: SourceItem, _ ancestors: [SourceItem], filling gap: ThreadGap?, at now: Timestamp)
        -> ThreadPart
    {
        let replies = replies(to: root, at: now)
        guard gap == nil else { return ThreadPart(items: Array(replies.dropFirst(Self.firstReplies))) }
        let missing = replies.count - Self.firstReplies
        return ThreadPart(
            items: ancestors + [root] + replies.prefix(Self.firstReplies),
            gaps: missing > 0 ? [ThreadGap(.replies(to: root.id), count: missing)] : [])
    }

    private func replies(to root: SourceItem, at now: Timestamp) -> [SourceItem] {
        guard let index = Int(root.id), let start = root.orderTime else { return [] }
        var random = SeededRandom(seed: seed, stream: "\(name).thread", index: index)
        let count = random.oneIn(3) ? random.number(in: 62...68) : random.number(in: 0...24)
        let language = root.body.language ?? "en"
        let answers = texts.replies[language] ?? texts.replies["en"] ?? []
        let order = ShuffledOrder(count: answers.count, seed: seed, name: "\(name).\(index)")
        var posts: [SourceItem] = []
        var time = start
        for number in 1...max(1, count) where count > 0 {
            time = time.advanced(by: .seconds(random.number(in: 8...90)))
            let author = random.pick(texts.authorIDs)
            // Most answer the post itself or one of the last replies.
            let parent = posts.isEmpty || random.oneIn(3) ? root : posts[max(0, posts.count - random.number(in: 1...6))]
            let likes = random.oneIn(2) ? random.number(in: 0...40) : 0
            guard time <= now else { continue }
            let link = "https://\(site)/\(author)/\(index)-\(number)"
            let text = PlainText.styled(answers[order.element(at: number)], marksEntities: true)
            let body = TicketBody(
                text: .styled(text), author: texts.author(author), link: link, uri: link,
                counts: Counts(likes: likes), replyTo: parent.id, language: language)
            posts.append(threaded(SourceItem(id: "\(index).\(number)", orderTime: time, body: body)))
        }
        return posts
    }
}

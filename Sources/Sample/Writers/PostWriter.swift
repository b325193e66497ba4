import EngineConcepts
import FeedParsing

/// Writes posts by many authors, some boosted by others, with counts that grow with age.
struct PostWriter: SampleWriter {
    private let texts: PostTexts
    private let posts: [(post: PostText, by: AuthorPosts)]
    private let order: ShuffledOrder
    private let site: String
    private let boostOneIn: Int
    private let application: String

    /// Creates a writer of `posts` on `site`, which come from `texts`.
    init(
        _ posts: [AuthorPosts], from texts: PostTexts, site: String, boostOneIn: Int, application: String, seed: UInt64
    ) {
        self.texts = texts
        self.posts = posts.flatMap { author in author.posts.map { ($0, author) } }
        order = ShuffledOrder(count: self.posts.count, seed: seed, name: site)
        self.site = site
        self.boostOneIn = boostOneIn
        self.application = application
    }

    func content(of item: SampleItem) -> SampleContent {
        var random = item.random
        let (post, source) = posts[order.element(at: item.index)]
        let language = source.language ?? "en"
        let link = "https://\(site)/\(source.author)/\(item.index)"
        var said = Placeholders.fill(post.text, random: &random)
        let editTime = edit(&said, language: language, of: item, random: &random)
        let text = PlainText.styled(said, marksEntities: true)

        var body = TicketBody(
            text: .styled(text), author: texts.author(source.author), application: application, link: link,
            media: pictures(post.pictures, link: link), counts: counts(of: item, random: &random),
            contentWarning: post.warning, language: language, tags: tags(of: text, subject: source.subject))
        if let quote = post.quote {
            body.quoted = EmbeddedTicket(
                id: "\(item.index).quoted", author: texts.author(quote.author),
                time: item.time.advanced(by: .seconds(-random.number(in: 400...9000))),
                text: .styled(PlainText.styled(quote.text, marksEntities: true)),
                link: "https://\(site)/\(quote.author)/\(item.index)q")
        }
        if said.hasPrefix("@"), item.index > 6 {
            body.replyTo = String(item.index - random.number(in: 1...6))
        } else if post.quote == nil, random.oneIn(boostOneIn) {
            boost(&body, by: texts.author(random.pick(texts.boosters)), of: item, random: &random)
        }
        return SampleContent(body: body, editTime: editTime)
    }

    /// Turns a post into a boost by `booster` that contains the post.
    private func boost(_ body: inout TicketBody, by booster: Author, of item: SampleItem, random: inout SeededRandom) {
        guard booster != body.author else { return }
        body.boosted = EmbeddedTicket(
            id: "\(item.index).boosted", author: body.author,
            time: item.time.advanced(by: .seconds(-random.number(in: 90...40_000))), text: body.text, link: body.link)
        body.author = booster
        body.text = .plain("")
    }

    /// Corrects one post in forty a few minutes later.
    private func edit(
        _ text: inout String, language: String, of item: SampleItem, random: inout SeededRandom
    ) -> Timestamp? {
        guard random.oneIn(40) else { return nil }
        let time = item.time.advanced(by: .seconds(random.number(in: 100...700)))
        let note = random.pick(texts.corrections[language, default: []])
        guard time <= item.now else { return nil }
        text += "\n" + note
        return time
    }

    /// Returns the counts: most posts are read by few people, a few by very many.
    private func counts(of item: SampleItem, random: inout SeededRandom) -> Counts {
        let popularity = 1 << random.number(in: 2...12)
        let likes = item.grown(random.number(in: popularity / 2...popularity))
        let boosts = item.grown(random.number(in: 0...max(1, popularity / 5)))
        let replies = item.grown(random.number(in: 0...max(1, popularity / 12)))
        return Counts(replies: replies, boosts: boosts, likes: likes)
    }

    private func pictures(_ descriptions: [String], link: String) -> [Media] {
        descriptions.enumerated()
            .map { number, description in
                Media(
                    url: "\(link)/media/\(number + 1).jpg", kind: .image, type: "image/jpeg", byteCount: 184_320,
                    width: 1600, height: 1067, alternativeText: description)
            }
    }

    private func tags(of text: StyledText, subject: Subject) -> [String] {
        let named = text.blocks.flatMap(\.entities).filter { $0.kind == .hashtag }.compactMap(\.target)
        return [subject.rawValue] + named.filter { $0.lowercased() != subject.rawValue.lowercased() }
    }
}

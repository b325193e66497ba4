import EngineConcepts
import FeedParsing

/// Writes posts from the remarks of many authors, some boosted by others, with counts that grow with age.
struct PostWriter: SampleWriter {
    private struct Card: Sendable {
        let voice: Voice
        let remark: Remark
    }

    private let cards: [Card]
    private let deck: Deck
    private let site: String
    private let boosters: [Author]
    private let boostOneIn: Int
    private let application: String

    /// Creates a writer of the remarks of `voices` on `site`.
    init(
        _ voices: [Voice], site: String, boosters: [Author], boostOneIn: Int, application: String, seed: UInt64
    ) {
        cards = voices.flatMap { voice in voice.remarks.map { Card(voice: voice, remark: $0) } }
        deck = Deck(count: cards.count, seed: seed, name: site)
        self.site = site
        self.boosters = boosters
        self.boostOneIn = boostOneIn
        self.application = application
    }

    func content(at place: SamplePlace) -> SampleContent {
        var dice = place.dice
        let card = cards[deck.card(at: place.index)]
        let author = card.voice.author
        let link = "https://\(site)/\(author.id)/\(place.index)"
        var said = Slots.fill(card.remark.text, dice: &dice)
        let editTime = edit(&said, language: card.voice.language, at: place, dice: &dice)
        let text = PlainText.styled(said, marksEntities: true)

        var body = TicketBody(
            text: .styled(text), author: author, application: application, link: link,
            media: pictures(card.remark.pictures, link: link), counts: counts(at: place, dice: &dice),
            contentWarning: card.remark.warning, language: card.voice.language,
            tags: tags(of: text, subject: card.voice.subject))
        if let quoted = card.remark.quoting {
            body.quoted = EmbeddedTicket(
                id: "\(place.index).quoted", author: quoted.author,
                time: place.time.advanced(by: .seconds(-dice.number(in: 400...9000))),
                text: .styled(PlainText.styled(quoted.text, marksEntities: true)),
                link: "https://\(site)/\(quoted.author.id)/\(place.index)q")
        }
        if said.hasPrefix("@"), place.index > 6 {
            body.replyTo = String(place.index - dice.number(in: 1...6))
        } else if card.remark.quoting == nil, dice.oneIn(boostOneIn) {
            pass(&body, on: dice.pick(boosters), at: place, dice: &dice)
        }
        return SampleContent(body: body, editTime: editTime)
    }

    /// Turns a post into a boost by `booster` that contains the post.
    private func pass(_ body: inout TicketBody, on booster: Author, at place: SamplePlace, dice: inout SeededRandom) {
        guard booster != body.author else { return }
        body.boosted = EmbeddedTicket(
            id: "\(place.index).boosted", author: body.author,
            time: place.time.advanced(by: .seconds(-dice.number(in: 90...40_000))), text: body.text, link: body.link)
        body.author = booster
        body.text = .plain("")
    }

    /// Corrects one post in forty a few minutes later.
    private func edit(
        _ text: inout String, language: String, at place: SamplePlace, dice: inout SeededRandom
    ) -> Timestamp? {
        guard dice.oneIn(40) else { return nil }
        let time = place.time.advanced(by: .seconds(dice.number(in: 100...700)))
        let note = dice.pick(language == "es" ? Corrections.spanish : Corrections.english)
        guard time <= place.now else { return nil }
        text += "\n" + note
        return time
    }

    /// Returns the counts: most posts are read by few people, a few by very many.
    private func counts(at place: SamplePlace, dice: inout SeededRandom) -> Counts {
        let reach = 1 << dice.number(in: 2...12)
        let likes = place.grown(dice.number(in: reach / 2...reach))
        let boosts = place.grown(dice.number(in: 0...max(1, reach / 5)))
        let replies = place.grown(dice.number(in: 0...max(1, reach / 12)))
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

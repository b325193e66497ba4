import EngineConcepts
import Suppliers

/// Writes stories with points and comments that grow with age.
struct StoryWriter: SampleWriter {
    private let stories: [Story]
    private let deck: Deck
    private let site: String
    private let posters: [String]

    /// Creates a writer of `stories`, posted on `site` by `posters`.
    init(_ stories: [Story], site: String, posters: [String], seed: UInt64) {
        self.stories = stories
        deck = Deck(count: stories.count, seed: seed, name: site)
        self.site = site
        self.posters = posters
    }

    func content(at place: SamplePlace) -> SampleContent {
        var dice = place.dice
        let story = stories[deck.card(at: place.index)]
        let poster = dice.pick(posters)
        let own = "https://\(site)/item/\(place.index)"
        let reach = 1 << dice.number(in: 2...9)
        let points = 1 + place.grown(dice.number(in: reach / 2...reach), half: 3000)
        let comments = place.grown(dice.number(in: 0...reach * 2 / 3), half: 4200)
        var fields = ["discussion": own]
        fields[SourceLayer.noteField] = story.alsoOn.map { "also on \($0)" }
        return SampleContent(
            body: TicketBody(
                title: story.title, text: .plain(story.text), author: Author(id: poster, name: poster),
                link: story.address.map { "https://\($0)" } ?? own,
                counts: Counts(replies: comments, points: points), language: "en",
                tags: [story.subject.rawValue] + story.tags),
            source: SourceLayer(fields: fields))
    }
}

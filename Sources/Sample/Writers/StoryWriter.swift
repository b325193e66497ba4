import EngineConcepts
import Suppliers

/// Writes stories with points and comments that grow with age.
struct StoryWriter: SampleWriter {
    private let stories: [Story]
    private let order: ShuffledOrder
    private let site: String
    private let posters: [String]

    /// Creates a writer of `stories`, posted on `site` by `posters`.
    init(_ stories: [Story], site: String, posters: [String], seed: UInt64) {
        self.stories = stories
        order = ShuffledOrder(count: stories.count, seed: seed, name: site)
        self.site = site
        self.posters = posters
    }

    func content(of item: SampleItem) -> SampleContent {
        var random = item.random
        let story = stories[order.element(at: item.index)]
        let poster = random.pick(posters)
        let own = "https://\(site)/item/\(item.index)"
        let popularity = 1 << random.number(in: 2...9)
        let points = 1 + item.grown(random.number(in: popularity / 2...popularity), half: 3000)
        let comments = item.grown(random.number(in: 0...popularity * 2 / 3), half: 4200)
        var fields = ["discussion": own]
        fields[SourceLayer.noteField] = story.alsoOn.map { "also on \($0)" }
        return SampleContent(
            body: TicketBody(
                title: story.title, text: .plain(story.text ?? ""), author: Author(id: poster, name: poster),
                link: story.address.map { "https://\($0)" } ?? own,
                counts: Counts(replies: comments, points: points), language: "en",
                tags: [(story.subject ?? .world).rawValue] + (story.tags ?? [])),
            source: SourceLayer(fields: fields))
    }
}

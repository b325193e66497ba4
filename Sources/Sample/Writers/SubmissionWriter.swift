import EngineConcepts

/// Writes the submissions to a link site, with points and comments that grow with age.
struct SubmissionWriter: SampleWriter {
    private let submissions: [Submission]
    private let order: ShuffledOrder
    private let site: String
    private let posters: [String]

    /// Creates a writer of `submissions`, posted on `site` by `posters`.
    init(_ submissions: [Submission], site: String, posters: [String], seed: UInt64) {
        self.submissions = submissions
        order = ShuffledOrder(count: submissions.count, seed: seed, name: site)
        self.site = site
        self.posters = posters
    }

    func content(of item: SampleItem) -> SampleContent {
        var random = item.random
        let submission = submissions[order.element(at: item.index)]
        let poster = random.pick(posters)
        let own = "https://\(site)/item/\(item.index)"
        let popularity = 1 << random.number(in: 2...9)
        let points = 1 + item.grown(random.number(in: popularity / 2...popularity), half: 3000)
        let comments = item.grown(random.number(in: 0...popularity * 2 / 3), half: 4200)
        var fields = [SourceLayer.discussionField: own]
        fields[SourceLayer.noteField] = submission.alsoOn.map { "also on \($0)" }
        return SampleContent(
            body: TicketBody(
                title: submission.title, text: .plain(submission.text ?? ""), author: Author(id: poster, name: poster),
                link: submission.address.map { "https://\($0)" } ?? own,
                counts: Counts(replies: comments, points: points), language: "en",
                tags: [(submission.subject ?? .world).rawValue] + (submission.tags ?? [])),
            source: SourceLayer(fields: fields))
    }
}

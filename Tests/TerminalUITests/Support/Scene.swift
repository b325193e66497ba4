import EngineConcepts
import EngineTestSupport
import ViewModelTestSupport

/// A timeline with one of everything, used for the expected screens.
enum Scene {
    static let suppliers: [SupplierStatus] = [
        status("mastodon:home", "mastodon", "mastodon", days: 7),
        status("bluesky:boxes", "bluesky", "bluesky", days: 3),
        status("hn:newest", "hacker news", "hackernews", days: 1), status("feed:kerb", "Kerb Notes", "feed", days: 9),
        status("feed:paddock", "Paddock Daily", "feed", days: 0, error: "Its server says 503: try later."),
    ]

    static let tickets: [Ticket] = [
        ticket(
            "1", of: "mastodon:home", minutes: 4,
            TicketBody(
                text: marked(
                    "Box, box. Car 16 out in P4 on hards, nine seconds behind @car14. Two stops it is. #BahrainGP",
                    (.mention, "@car14"), (.hashtag, "#BahrainGP")),
                author: Author(id: "p", name: "Pit Wall Live", handle: "@pitwall", isVerified: true),
                link: "https://racenotes.example/strategy-call",
                counts: Counts(replies: 34, boosts: 128, likes: 2140))),
        ticket(
            "2", of: "mastodon:home", minutes: 11,
            TicketBody(
                text: .plain("The undercut is worth 1.8 s a lap right now. Watch lap 31."),
                author: Author(id: "s", name: "Strategy Desk", handle: "@strategy@motorsport.example"),
                boosted: EmbeddedTicket(id: "b", author: Author(id: "l", name: "by Lap Chart")),
                quoted: EmbeddedTicket(
                    id: "q", author: Author(id: "t", name: "Tyre Notes"), time: at(60),
                    text: .plain("Hard tyre warm-up is two laps on this surface, the medium needs only one.")))),
        ticket(
            "3", of: "hn:newest", minutes: 23,
            TicketBody(
                title: "Show HN: a terminal reader that tells you what it has not loaded",
                link: "https://code.example/reader", counts: Counts(replies: 87, points: 214))),
        ticket(
            "4", of: "feed:kerb", minutes: 52,
            TicketBody(
                title: "Why the kerb at turn nine decides qualifying",
                text: .styled(article),
                author: Author(id: "k", name: "Kerb Notes"), link: "https://kerb.example/turn-nine",
                media: [
                    Media(
                        url: "https://kerb.example/nine.jpg", kind: .image, width: 1600, height: 900,
                        alternativeText: "The apex of turn nine from the marshal’s post")
                ])),
        ticket(
            "5", of: "bluesky:boxes", minutes: 300,
            TicketBody(
                text: marked(
                    "La noche de Le Mans se corre con los oídos: cada motor tiene su curva. #WEC", (.hashtag, "#WEC")),
                author: Author(id: "n", name: "Noche en Boxes", handle: "@boxes.example"),
                counts: Counts(boosts: 12, likes: 96))),
        ticket(
            "6", of: "mastodon:home", minutes: 420,
            TicketBody(
                text: .plain("Car 14 wins by a nose."),
                author: Author(id: "c", name: "Slow Corner", handle: "@corner@fedi.example"),
                contentWarning: "race result")),
    ]

    /// The thread of the first ticket, which replies to another post.
    static var thread: FakeOutlines {
        let posts = FakePosts(of: "mastodon:home")
        let profile = FakePosts(of: "mastodon:home")
        var opened = SourceItem(of: tickets[0])
        opened.body.replyTo = "t0"
        let replies: [(id: String, parent: String, minutes: Int, name: String, text: String)] = [
            (
                "t2", "1", 3, "Tyre Notes",
                "Two stops, yes, but the second one only pays if the rain stays south of the hairpin. It did on Friday."
            ),
            ("t3", "t2", 3, "Lap Chart", "It did not on Saturday."),
            ("t4", "t3", 2, "Tyre Notes", "Saturday was dry until four."),
            (
                "t5", "t4", 2, "Slow Corner",
                "At the pits. We had water at the corner from three on, ankle-deep at the inside post."
            ),
            ("t6", "t2", 2, "Noche en Boxes", "Aquí arriba ya llueve."),
            ("t7", "1", 2, "Night Shift", "P4 becomes P2 when both of the leaders stop."),
            ("t8", "1", 1, "Repair Café", "Who is @car14 on mediums for?"),
            ("t9", "t8", 1, "Pit Wall Live", "For themselves."),
        ]
        let items =
            [item("t0", nil, 9, "Strategy Desk", "Window opens on lap 27. Ask me anything.")]
            + [opened] + replies.map { item($0.id, $0.parent, $0.minutes, $0.name, $0.text) }
        posts.set(around: opened, OutlinePart(items: items, gaps: [OutlineGap(.replies(to: "1"), count: 3)]))
        profile.set(
            around: nil,
            OutlinePart(
                items: [SourceItem(of: tickets[0])]
                    + (1...4)
                    .map {
                        item(
                            "p\($0)", nil, 30 * $0, "Pit Wall Live",
                            "Stint \($0) of four, and no more radio until it is over.")
                    },
                gaps: [OutlineGap(.below("p4"), token: Token("p4"))]))
        return FakeOutlines(posts, profile: profile, opensAll: true)
    }

    private static func item(
        _ id: String, _ parent: String?, _ minutes: Int, _ name: String, _ text: String
    ) -> SourceItem {
        SourceItem(
            id: id, orderTime: at(minutes),
            body: TicketBody(
                text: .plain(text), author: Author(id: name, name: name, handle: "@\(name.prefix(4).lowercased())"),
                counts: Counts(likes: minutes * 7), replyTo: parent))
    }

    static let gaps: [Gap] = [
        gap(from: 30, to: 40, .partial, [.init(supplier: "bluesky:boxes", cause: .notAsked)]),
        gap(
            from: 60, to: 252, .full,
            [
                .init(supplier: "mastodon:home", cause: .failed("offline 06:02–09:14")),
                .init(supplier: "hn:newest", cause: .failed("offline 06:02–09:14")),
            ]),
        gap(from: 500, to: nil, .full, suppliers.map { .init(supplier: $0.id, cause: .notAsked) }),
    ]
    .compactMap(\.self)

    static let visibleRanges = TimeframeSet(
        [Timeframe(from: at(0), downTo: at(60)), Timeframe(from: at(252), downTo: at(500))].compactMap(\.self))

    /// A text with every kind of block.
    static let article: StyledText = {
        let first =
            "Onboard footage hides what the stewards see from the tower. The kerb at turn nine drops four centimetres "
            + "behind the apex, and a car that rides it lands with its floor on the paint."
        return StyledText(blocks: [
            .init(
                text: first, entities: [entity(.link, "the paint", in: first, target: "https://example.org/telemetry")]),
            .init(kind: .heading(level: 2), text: "What the data says"),
            .init(kind: .tableRow(header: true), text: "Car\tLap\tGap"),
            .init(kind: .tableRow(header: false), text: "Car 16\t1:29.112\t+0.000"),
            .init(kind: .tableRow(header: false), text: "Car 4\t1:29.203\t+0.091"),
            .init(kind: .listItem(depth: 0, marker: "•"), text: "Three cars lost their floor."),
            .init(kind: .listItem(depth: 1, marker: "•"), text: "Two of them twice."),
            .init(quoteDepth: 1, text: "“You hear it before you see it.”"),
            .init(kind: .preformatted, text: "for lap in laps {\n    print(lap)\n}"),
        ])
    }()

    static func at(_ minutesAgo: Int) -> Timestamp { AppFixture.now.advanced(by: .seconds(-60 * minutesAgo)) }

    private static func status(
        _ id: SupplierID, _ name: String, _ kind: SupplierKind, days: Int, error: String? = nil
    ) -> SupplierStatus {
        let covered = Timeframe(from: at(1), downTo: at(1440 * days))
        let failure = error.map { SupplierError(.refused, .verbatim($0)) }
        return SupplierStatus(
            id: id, name: name, kind: kind,
            requests: RequestHistory(failure.map { .failed($0, at: at(1)) } ?? .healthy, lastSuccess: at(1)),
            covered: TimeframeSet([covered].compactMap(\.self)))
    }

    static func ticket(_ id: String, of supplier: SupplierID, minutes: Int, _ body: TicketBody) -> Ticket {
        Ticket(SourceItem(id: id, orderTime: at(minutes), body: body), of: supplier, seen: at(0))
    }

    private static func gap(from newer: Int, to older: Int?, _ kind: Gap.Kind, _ missing: [Gap.Missing]) -> Gap? {
        Timeframe(from: at(newer), downTo: older.map(at) ?? .beginningOfTime)
            .map { Gap(timeframe: $0, kind: kind, missing: missing) }
    }

    private static func marked(_ text: String, _ words: (StyledText.EntityKind, String)...) -> TicketText {
        .styled(StyledText(blocks: [.init(text: text, entities: words.map { entity($0.0, $0.1, in: text) })]))
    }

    private static func entity(
        _ kind: StyledText.EntityKind, _ word: String, in text: String, target: String? = nil
    ) -> StyledText.Entity {
        let range = text.firstRange(of: word) ?? text.startIndex..<text.startIndex
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        return StyledText.Entity(kind, start..<(start + word.utf8.count), target: target ?? word)
    }
}

extension AppFixture {
    /// Adds the scene to the Track.
    func setScene() {
        track.setSuppliers(Scene.suppliers)
        track.commit(Scene.tickets, gaps: Scene.gaps, visibleRanges: Scene.visibleRanges)
    }

    /// Starts the program over the scene.
    func startWithScene() async {
        setScene()
        await start()
    }
}

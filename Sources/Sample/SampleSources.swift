import EngineConcepts
import Suppliers

/// The sample sources with their names, schedules and behaviour.
struct SampleSources {
    let start: Timestamp
    let time: any TimeSource
    let seed: UInt64
    private let posts = PostTexts.bundled
    private let submissions = SubmissionTexts.bundled
    private let own = SampleOwnPosts()
    private let relations = SampleRelations()

    static let fedi: SupplierID = "sample:fedi"
    static let cielo: SupplierID = "sample:cielo"
    static let newest: SupplierID = "sample:newest"
    static let shellfish: SupplierID = "sample:shellfish"
    static let ticker: SupplierID = "sample:alder-bay-live"
    static let wire: SupplierID = "sample:wire"
    static let kerbNotes: SupplierID = "sample:kerb-notes"
    static let noche: SupplierID = "sample:noche-en-boxes"
    static let typeNotes: SupplierID = "sample:type-notes"
    static let longLetter: SupplierID = "sample:long-letter"
    static let slowCorner: SupplierID = "sample:slow-corner"
    static let almanac: SupplierID = "sample:pit-lane-almanac"
    static let log: SupplierID = "sample:cupboard-log"
    static let paddockDaily: SupplierID = "sample:paddock-daily"

    var all: [any Supplier] {
        [fediHome, cieloFeed, newestSubmissions, shellfishLinks, liveTicker] + articleFeeds
            + [cupboardLog, paddockDailyFeed]
    }

    // MARK: People

    private var fediHome: SampleSupplier {
        supplier(
            Self.fedi, name: "Fedi Home", kind: .mastodon,
            traits: SupplierTraits(pagesNewer: true, maximumPageItems: 40),
            presenter: PostPresenter(),
            periods: [
                .init(from: .days(30), every: .minutes(45)), .init(from: .days(3), every: .minutes(6)),
                .init(from: .hours(26), every: .minutes(2.4)), .init(from: .zero, every: .seconds(37)),
            ],
            writer: PostWriter(
                posts.fedi, from: posts, site: "fedi.example", boostOneIn: 7, application: "Heron",
                seed: seed),
            actionHandler: SampleActions(
                Reaction.allCases, also: [.reply, .quote, .edit, .delete, .vote, .pin, .unpin],
                after: .milliseconds(800), behavior: .succeeding)
        )
        .conversing(as: SampleAccount(stream: Self.fedi, conversation: conversation, relations: relations))
    }

    private var conversation: SampleConversation {
        SampleConversation(name: "fedi", texts: posts, site: "fedi.example", seed: seed, own: own)
    }

    /// Sorted by the authors' clocks, so that some posts appear below newer ones.
    private var cieloFeed: SampleSupplier {
        let lateness: Duration = .seconds(120)
        return supplier(
            Self.cielo, name: "Cielo", kind: .bluesky,
            traits: SupplierTraits(maximumPageItems: 25, lateness: lateness),
            presenter: PostPresenter(),
            periods: [
                .init(from: .days(20), every: .minutes(50)), .init(from: .hours(30), every: .minutes(6)),
                .init(from: .zero, every: .seconds(71)),
            ],
            writer: PostWriter(
                posts.cielo, from: posts, site: "cielo.example", boostOneIn: 9, application: "Cielo",
                seed: seed),
            reliability: .wasDown(
                from: start.advanced(by: .seconds(-7 * 3600)), until: start.advanced(by: .seconds(-3 * 3600)),
                SupplierError(
                    .refused, Message("serverError", ["host": "Cielo", "status": 502]),
                    cause: "HTTP 502 from https://cielo.example/feed")),
            lateOneIn: 12, actionHandler: SampleActions([.like, .boost], after: .seconds(8), behavior: .succeeding))
    }

    // MARK: Links

    private var newestSubmissions: SampleSupplier {
        supplier(
            Self.newest, name: "Newest Stories", kind: .hackerNews,
            traits: SupplierTraits(pagesNewer: true, readsTimeRanges: true, maximumPageItems: 30),
            presenter: SubmissionPresenter(),
            periods: [
                .init(from: .days(20), every: .minutes(25)), .init(from: .hours(30), every: .minutes(6.5)),
                .init(from: .zero, every: .seconds(83)),
            ],
            writer: SubmissionWriter(
                submissions.newest, site: "newest.example", posters: submissions.posters, seed: seed),
            actionHandler: SampleActions(
                [.like], after: .seconds(2),
                behavior: .failing(
                    SupplierError(
                        .notAuthorised, Message("loginRequired", ["host": "Newest Stories", "status": 401])))))
    }

    private var shellfishLinks: SampleSupplier {
        supplier(
            Self.shellfish, name: "Shellfish", kind: .lobsters, traits: SupplierTraits(maximumPageItems: 25),
            presenter: SubmissionPresenter(),
            periods: [.init(from: .days(14), every: .minutes(95)), .init(from: .hours(28), every: .minutes(34))],
            writer: SubmissionWriter(
                submissions.shellfish, site: "shellfish.example", posters: submissions.posters, seed: seed &+ 1),
            actionHandler: SampleActions(
                [.like], repetition: .unsafe, after: .seconds(1), behavior: .intermittent(.seconds(30))))
    }

    // MARK: Machines

    /// Qualifying yesterday, a warm-up this morning, and a race of six hours. Its last minutes before the sample's
    /// start are slow: the safety car is just coming in.
    private var liveTicker: SampleSupplier {
        let safetyCar = start.advanced(by: .seconds(-27 * 60))...start.advanced(by: .seconds(6))
        return supplier(
            Self.ticker, name: "Alder Bay Live", kind: .command, traits: SupplierTraits(maximumPageItems: 20),
            presenter: PostPresenter(),
            periods: [
                .init(from: .hours(27), every: .seconds(75)), .init(from: .hours(25.5), every: nil),
                .init(from: .hours(6.7), every: .seconds(160)), .init(from: .hours(5.4), every: nil),
                .init(from: .hours(2.6), every: .minutes(4)), .init(from: .hours(2.2), every: .seconds(54)),
                .init(from: .minutes(27), every: .seconds(110)), .init(from: .zero, every: .seconds(7)),
            ],
            writer: TickerWriter(
                raceStart: start.advanced(by: .seconds(-Int64(2.2 * 3600))), safetyCar: safetyCar,
                race: SampleRace(seed: seed)))
    }

    private var cupboardLog: SampleSupplier {
        supplier(
            Self.log, name: "cupboard.log", kind: .file,
            traits: SupplierTraits(pagesNewer: true, maximumPageItems: 40),
            presenter: LinePresenter(source: "cupboard.log"),
            periods: [
                .init(from: .days(6), every: .minutes(40)), .init(from: .hours(26), every: .minutes(9)),
                .init(from: .zero, every: .seconds(46)),
            ],
            writer: LogWriter())
    }

    // MARK: Articles

    private var articleFeeds: [any Supplier] {
        [
            // A document with the newest eight items. A user who refreshes less often than every twenty minutes misses
            // some.
            feed(
                Self.wire, name: "The Short Wire", site: "wire.example", publication: .wire,
                traits: SupplierTraits(shape: .window, pagesOlder: false, maximumPageItems: 8),
                periods: [
                    .init(from: .days(9), every: .minutes(7)), .init(from: .hours(1), every: .minutes(2.8)),
                    .init(from: .zero, every: .minutes(2.6)),
                ]),
            feed(
                Self.kerbNotes, name: "Kerb Notes", site: "kerb-notes.example", publication: .kerbNotes,
                every: .hours(7), last: .minutes(25), until: .minutes(12)),
            feed(
                Self.noche, name: "Noche en Boxes", site: "noche-en-boxes.example", publication: .nocheEnBoxes,
                every: .hours(9), last: .minutes(30), until: .minutes(31)),
            feed(
                Self.typeNotes, name: "Type Notes", site: "type-notes.example", publication: .typeNotes,
                every: .hours(14), last: .minutes(9), until: .minutes(6)),
            feed(
                Self.longLetter, name: "The Long Letter", site: "long-letter.example", publication: .longLetter,
                every: .hours(5), last: .minutes(2), until: .minutes(-3.2)),
            // A hundred posts in twenty years.
            feed(
                Self.slowCorner, name: "Slow Corner", site: "slow-corner.example", publication: .slowCorner,
                every: .days(73), last: .minutes(20), until: .minutes(44)),
            // Takes twelve seconds to respond just after the start, and again every five minutes.
            feed(
                Self.almanac, name: "Pit Lane Almanac", site: "almanac.example", publication: .pitLaneAlmanac,
                every: .hours(11), last: .minutes(15), until: .minutes(18),
                reliability: .slow(.seconds(12), for: .seconds(40), every: .seconds(300))),
        ]
    }

    /// Has no items, and fails from the start on, so that the timeline above the newest ticket is incomplete from
    /// then on.
    private var paddockDailyFeed: SampleSupplier {
        feed(
            Self.paddockDaily, name: "Paddock Daily", site: "paddock-daily.example", publication: .wire,
            periods: [.init(from: .days(2), every: nil)],
            reliability: .broken(
                from: start,
                SupplierError(
                    .refused, Message("serverError", ["host": "Paddock Daily", "status": 503]),
                    cause: "HTTP 503 from https://paddock-daily.example/feed.xml"),
                retryAfter: .seconds(900)))
    }

    // MARK: Construction

    /// Returns a feed that publishes every article once: one item per `every`, the last one within the length `last`
    /// before `until`, and nothing after it. A negative `until` is after the sample's start.
    private func feed(
        _ id: SupplierID, name: String, site: String, publication: Publication, every: Duration, last: Duration,
        until: Duration, reliability: SampleSupplier.Reliability = .prompt
    ) -> SampleSupplier {
        let lastStart = until + last
        let start = lastStart + every * (publication.articles.count - 1)
        return feed(
            id, name: name, site: site, publication: publication,
            periods: [
                .init(from: start, every: every), .init(from: lastStart, every: last), .init(from: until, every: nil),
            ], reliability: reliability)
    }

    private func feed(
        _ id: SupplierID, name: String, site: String, publication: Publication,
        traits: SupplierTraits = SupplierTraits(maximumPageItems: 20), periods: [ArrivalSchedule.Period],
        reliability: SampleSupplier.Reliability = .prompt
    ) -> SampleSupplier {
        supplier(
            id, name: name, kind: .feed, traits: traits, presenter: ArticlePresenter(publisher: name),
            periods: periods, writer: ArticleWriter(publication: publication, site: site), reliability: reliability)
    }

    private func supplier(
        _ id: SupplierID, name: String, kind: SupplierKind, traits: SupplierTraits, presenter: any Presenter,
        periods: [ArrivalSchedule.Period], writer: any SampleWriter, reliability: SampleSupplier.Reliability = .prompt,
        lateOneIn: Int = 0, actionHandler: SampleActions? = nil
    ) -> SampleSupplier {
        var traits = traits
        traits.actions = actionHandler?.actions ?? [:]
        let schedule = ArrivalSchedule(
            periods, now: start, seed: seed, name: id.rawValue,
            wholeSeconds: [.feed, .hackerNews, .lobsters].contains(kind))
        let stream = SampleStream(
            name: id.rawValue, seed: seed, schedule: schedule, writer: writer, lateOneIn: lateOneIn,
            lateness: traits.lateness)
        return SampleSupplier(
            id: id, name: name, kind: kind, traits: traits, presenter: presenter, stream: stream,
            reliability: reliability, actionHandler: actionHandler, start: start, time: time)
    }
}

import EngineConcepts

/// Tickets, supplier states and commits with times of a few seconds and names whose sort order matters.
enum Samples {
    static let suppliers: [SupplierID] = ["feed:a", "feed:ab", "feed:é", "hn:top"]

    static func time(_ second: Int, _ millisecond: Int = 0) -> Timestamp {
        Timestamp(milliseconds: Int64(second * 1000 + millisecond))
    }

    static func frame(_ start: Int, _ end: Int) -> Timeframe {
        Timeframe(from: time(start), downTo: time(end)) ?? .always
    }

    static func key(_ second: Int, _ supplier: SupplierID = "feed:a", item: String = "1", native: Int64 = 0) -> OrderKey
    {
        OrderKey(time: time(second), nativeOrder: native, id: TicketID(supplier: supplier, item: item))
    }

    static func entry(
        _ second: Int, _ supplier: SupplierID = "feed:a", item: String = "1", native: Int64 = 0,
        title: String = "A title",
        isLate: Bool = false
    ) -> TrackCommit.Entry {
        let key = key(second, supplier, item: item, native: native)
        let ticket = Ticket(
            key: key, shownTime: key.time, body: TicketBody(title: title, text: .plain("Text of \(item)")))
        return TrackCommit.Entry(ticket: ticket, fingerprint: fingerprint(title), isLate: isLate)
    }

    /// Returns a commit after which the Track shows all times.
    static func commit(
        _ inserted: [TrackCommit.Entry] = [], updated: [TrackCommit.Entry] = [], deleted: [TicketID] = [],
        removed: [TicketID] = [], active: Set<SupplierID> = ["feed:a"]
    ) -> TrackCommit {
        TrackCommit(
            inserted: inserted, updated: updated, deleted: deleted, removed: removed, active: active,
            visibleRanges: TimeframeSet([.always]))
    }

    /// Returns a commit of tickets in a range that their supplier has delivered, and that the Track shows.
    static func commit(_ inserted: [TrackCommit.Entry], covering frame: Timeframe) -> TrackCommit {
        TrackCommit(
            inserted: inserted, supplierStates: ["feed:a": supplierState(covering: [frame])], active: ["feed:a"],
            visibleRanges: TimeframeSet([frame]))
    }

    static func fingerprint(_ text: String) -> UInt64 {
        text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    static func supplierState(covering frames: [Timeframe]) -> SupplierState {
        var supplierState = SupplierState()
        for frame in frames {
            supplierState.ranges.coverage.add(Claim(frame))
        }
        supplierState.requests.condition = .healthy
        return supplierState
    }

    /// A ticket that uses every field.
    static let rich: Ticket = {
        let author = Author(
            id: "a1", name: "Ann 🏎", handle: "@ann@example.org", avatar: "https://e.org/a", isVerified: true)
        let styled = StyledText(blocks: [
            .init(kind: .heading(level: 2), text: "Heading"),
            .init(
                kind: .listItem(depth: 1, marker: "3."), quoteDepth: 2, text: "item one",
                entities: [.init(.link, 0..<4, target: "https://e.org"), .init(.strong, 5..<8)]),
            .init(kind: .listContinuation(depth: 1), text: "more"), .init(kind: .preformatted, text: "a\n  b"),
            .init(kind: .tableRow(header: true), text: "a\tb"), .init(kind: .tableRow(header: false), text: "c\td"),
            .init(kind: .caption, text: "caption"), .init(kind: .rule, text: ""), .init(text: ""),
        ])
        return Ticket(
            key: key(100, "mastodon:ann", item: "a\u{0}b/c d", native: -7),
            shownTime: time(90, 123), editTime: time(95), timeIsAssumed: true,
            body: TicketBody(
                title: "Title\u{0}with NUL", text: .styled(styled), summary: .html("<p>s</p>", base: "https://e.org/"),
                author: author, application: "Tapestry", link: "https://e.org/1",
                media: [
                    Media(
                        url: "https://e.org/v", kind: .video, type: "video/mp4", byteCount: 5_000_000_000, width: 1920,
                        height: 1080, seconds: 61, alternativeText: "A car"),
                    Media(url: "https://e.org/f", kind: .file),
                ],
                counts: Counts(replies: 0, boosts: 3, points: -4), reactions: [.boost, .bookmark],
                boosted: EmbeddedTicket(
                    id: "b", author: author, time: time(-5), title: "B", text: .plain("boosted"),
                    link: "https://e.org/b"),
                quoted: EmbeddedTicket(id: "q", text: .html("<b>q</b>", base: nil)),
                replyTo: "r", contentWarning: "", language: "pt-BR", tags: ["f1", "", "two words"]),
            source: SourceLayer(fields: ["z": "", "a": "1"], raw: "<item/>"))
    }()
}

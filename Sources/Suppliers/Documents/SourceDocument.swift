import EngineConcepts

/// A whole document from this machine, read: a feed of whatever format, or JSON Lines.
enum SourceDocument: Sendable {
    case feed(FeedDocument, remark: String?)
    case lines(JSONLinesReader.Lines, remark: String?)

    /// Reads `bytes`, up to so many items; `subject` is what they came from, as the beginning of a sentence.
    init(_ bytes: [UInt8], of subject: String, mostItems: Int) throws(SupplierError) {
        if JSONLinesReader.recognises(bytes) {
            let lines = JSONLinesReader.read(bytes, isWhole: true, mostItems: mostItems)
            self = .lines(lines, remark: lines.remark(on: subject))
            return
        }
        do {
            let document = try FeedParser.parse(bytes, mostItems: mostItems)
            self = .feed(document, remark: document.remark(on: subject))
        } catch {
            throw SupplierError(
                .malformed, "\(subject) \(error.words). A feed (RSS, Atom, JSON Feed) or JSON Lines is expected.")
        }
    }

    /// What the document calls itself.
    var title: String? {
        if case .feed(let document, _) = self { document.title } else { nil }
    }

    /// What the document delivers when it is read at `now`, as a window on the newest items of its source.
    func answer(at now: Timestamp) -> FetchAnswer {
        switch self {
        case .feed(let document, let remark):
            let window = FeedWindow(document, began: now)
            return FetchAnswer(
                items: window.items, claims: window.claims(at: now, isFollowed: false), end: .retentionLimit,
                sourceName: document.title, remark: remark.map(Message.verbatim))
        case .lines(let lines, let remark):
            let times = lines.items.compactMap(\.orderTime)
            let end =
                lines.items.isEmpty
                ? Timestamp.beginningOfTime : times.min().map { $0.flooredToSecond.advanced(by: .seconds(1)) } ?? now
            return FetchAnswer(
                items: lines.items, claims: Timeframe(from: now, downTo: end).map { [Claim($0)] } ?? [],
                end: .retentionLimit, remark: remark.map(Message.verbatim))
        }
    }
}

/// Presents what documents of this machine hold: articles where there is a title or markup, else lines as they stand.
struct DocumentPresenter: Presenter {
    private let article: ArticlePresenter
    private let line: LinePresenter

    /// Presents what `source` holds.
    init(source: String) {
        article = ArticlePresenter(publisher: source, markup: HTMLMarkup())
        line = LinePresenter(source: source)
    }

    func present(_ ticket: Ticket) -> Presentation {
        if ticket.body.title == nil, case .plain = ticket.body.text { return line.present(ticket) }
        return article.present(ticket)
    }
}

import EngineConcepts
import FeedParsing

/// A parsed local document: a feed in any format, or JSON Lines.
enum SourceDocument: Sendable {
    case feed(FeedDocument, remark: Message?)
    case lines(JSONLinesReader.Lines, remark: Message?)

    /// Parses `bytes` with at most `maximumItems` items; `subject` begins messages and names the origin.
    init(_ bytes: [UInt8], of subject: Message.Argument, maximumItems: Int) throws(SupplierError) {
        if JSONLinesReader.recognises(bytes) {
            let lines = JSONLinesReader.read(bytes, isWhole: true, maximumItems: maximumItems)
            self = .lines(lines, remark: lines.remark(on: subject))
            return
        }
        do {
            let document = try FeedParser.parse(bytes, maximumItems: maximumItems)
            self = .feed(document, remark: document.remark(on: subject))
        } catch {
            throw SupplierError(
                .malformed, .sentences(error.message(about: subject), Message("feedExpected")), cause: error.cause)
        }
    }

    /// Returns the items as a window on the newest items of the source, read at `now`.
    func answer(at now: Timestamp) -> FetchAnswer {
        switch self {
        case .feed(let document, let remark):
            let window = FeedWindow(document, walkStart: now)
            var answer = FetchAnswer(
                items: window.items, claims: window.claims(at: now, isFollowed: false), end: .retentionLimit,
                sourceName: document.title, remark: remark)
            answer.oldestInOrder = window.order.oldest
            answer.isUnordered = window.order.isUncertain
            return answer
        case .lines(let lines, let remark):
            let order = ItemOrder(of: lines.items.compactMap(\.orderTime))
            let end =
                lines.items.isEmpty
                ? Timestamp.beginningOfTime : order.oldest.map { $0.flooredToSecond.advanced(by: .seconds(1)) } ?? now
            var answer = FetchAnswer(
                items: lines.items, claims: Timeframe(from: now, downTo: end).map { [Claim($0)] } ?? [],
                end: .retentionLimit, remark: remark)
            answer.oldestInOrder = order.oldest
            answer.isUnordered = order.isUncertain
            return answer
        }
    }
}

/// Presents items of local documents: as articles if they have a title or markup, otherwise as plain lines.
struct DocumentPresenter: Presenter {
    private let article: ArticlePresenter
    private let line: LinePresenter

    /// Creates a presenter for the items of `source`.
    init(source: String) {
        article = ArticlePresenter(publisher: source)
        line = LinePresenter(source: source)
    }

    func present(_ ticket: Ticket) -> Presentation {
        presenter(of: ticket).present(ticket)
    }

    func printed(_ ticket: Ticket, withText: Bool) -> PrintedTicket {
        presenter(of: ticket).printed(ticket, withText: withText)
    }

    private func presenter(of ticket: Ticket) -> any Presenter {
        if ticket.body.title == nil, case .plain = ticket.body.text { line } else { article }
    }
}

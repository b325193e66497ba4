import EngineConcepts
import FeedParsing

/// A parsed local document: a feed in any format, or JSON Lines.
struct SourceDocument: Sendable {
    private enum Content {
        case feed(FeedDocument)
        case lines([SourceItem])
    }

    private let content: Content
    /// A message about what could not be read, or `nil` if everything was.
    private let warning: Message?

    /// Parses `bytes` with at most `maximumItems` items; `subject` begins messages and names the origin.
    init(_ bytes: [UInt8], of subject: Message.Argument, maximumItems: Int) throws(SupplierError) {
        if JSONLinesReader.recognises(bytes) {
            let lines = JSONLinesReader.read(bytes, isWhole: true, maximumItems: maximumItems)
            content = .lines(lines.items)
            warning = lines.warning(about: subject)
            return
        }
        do {
            let document = try FeedParser.parse(bytes, maximumItems: maximumItems)
            content = .feed(document)
            warning = document.warning(about: subject)
        } catch {
            throw SupplierError(
                .malformed, .sentences(error.message(about: subject), Message("feedExpected")), cause: error.cause)
        }
    }

    /// Takes lines that were read; `subject` begins messages and names the origin.
    init(_ lines: JSONLinesReader.Lines, of subject: Message.Argument) {
        content = .lines(lines.items)
        warning = lines.warning(about: subject)
    }

    /// Returns the items as a window on the newest items of the source, read at `now`.
    func answer(at now: Timestamp) -> FetchAnswer {
        let order: ItemOrder
        var answer = FetchAnswer(end: .retentionLimit, warning: warning)
        switch content {
        case .feed(let document):
            let window = FeedWindow(document, walkStart: now)
            order = window.order
            answer.items = window.items
            answer.claims = window.claims(at: now, isFollowed: false)
            answer.sourceName = document.title
        case .lines(let items):
            order = ItemOrder(of: items.compactMap(\.orderTime))
            let end = items.isEmpty ? Timestamp.beginningOfTime : order.oldest?.secondAbove ?? now
            answer.items = items
            answer.claims = [Claim](from: now, downTo: end)
        }
        answer.oldestInOrder = order.oldest
        answer.isUnordered = order.isUncertain
        return answer
    }
}

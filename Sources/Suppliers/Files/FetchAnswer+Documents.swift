import EngineConcepts
import FeedParsing

/// Windows on the newest items of sources that print or store documents: feeds in any format, or JSON Lines.
///
/// In each, `subject` begins messages and names the origin.
extension FetchAnswer {
    /// Creates the answer of a whole document with at most `maximumItems` items, read at `now`.
    init(
        reading bytes: [UInt8], of subject: Message.Argument, maximumItems: Int, at now: Timestamp
    ) throws(SupplierError) {
        if JSONLinesReader.recognises(bytes) {
            self.init(JSONLinesReader.read(bytes, isWhole: true, maximumItems: maximumItems), of: subject, at: now)
            return
        }
        let document: FeedDocument
        do {
            document = try FeedParser.parse(bytes, maximumItems: maximumItems)
        } catch {
            throw SupplierError(
                .malformed, .sentences(error.message(about: subject), Message("feedExpected")), cause: error.cause)
        }
        let window = FeedWindow(document, walkStart: now)
        self.init(
            items: window.items, claims: window.claims(at: now, isFollowed: false), end: .retentionLimit,
            sourceName: document.title, warning: document.warning(about: subject))
        setOrder(window.order)
    }

    init(_ lines: JSONLinesReader.Lines, of subject: Message.Argument, at now: Timestamp) {
        let order = ItemOrder(of: lines.items.compactMap(\.orderTime))
        let end = lines.items.isEmpty ? Timestamp.beginningOfTime : order.oldest?.secondAbove ?? now
        self.init(
            items: lines.items, claims: [Claim](from: now, downTo: end), end: .retentionLimit,
            warning: lines.warning(about: subject))
        setOrder(order)
    }

    /// Claims all times up to `now`: there is nothing beside its items.
    mutating func claimAll(until now: Timestamp) {
        claims = [Claim](from: now, downTo: .beginningOfTime)
        end = .trueEnd
    }

    /// Sets what the order of its items proves.
    mutating func setOrder(_ order: ItemOrder) {
        oldestInOrder = order.oldest
        isUnordered = order.isUncertain
    }
}

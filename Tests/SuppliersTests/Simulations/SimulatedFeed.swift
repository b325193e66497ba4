import EngineConcepts
import ScenarioServer
import Synchronization
import TestSupport

/// A feed on a scenario server that gains, loses and changes items.
final class SimulatedFeed: Sendable {
    /// The kind of feed.
    struct Kind: CustomStringConvertible {
        /// The dates of its items.
        enum Dating: String, CaseIterable {
            /// To the second.
            case second
            /// To the day.
            case day
            /// To the second, with one date for all items that appear at once.
            case bursts
            /// No dates.
            case none
        }

        /// How older pages are addressed.
        enum Paging: String, CaseIterable {
            /// No older pages.
            case none
            /// By links from page to page.
            case linked
            /// By JSON Feed's `next_url`.
            case json
            /// By page numbers, as in WordPress.
            case numbered
            /// By archives, which do not change.
            case archives
        }

        /// The documents that end with the feed's first item, whatever stands between.
        enum Evergreen: String, CaseIterable {
            case none, newest, all
        }

        var dating: Dating
        var paging: Paging
        /// The number of items per document.
        var page: Int
        /// True if some of its pages are empty.
        var hasEmptyPages: Bool
        /// True if items are deleted or redated at the source.
        var changesItems: Bool
        /// True if the feed's first item stands on top of its own document for ever.
        var hasPinned = false
        /// True if the items of a document stand in an order of their own, each time another.
        var isShuffled = false
        var evergreen = Evergreen.none
        /// True if its first items are dated to the second, some of the next ones before and the others after they appear, and
        /// all later ones after they appear: so far ahead that their time never comes.
        var datesAhead = false
        /// True if the feed's own document lists the items that appeared or were edited last, in the order of their dates.
        var listsEdits = false
        /// True if the feed's own document is at times an earlier one or empty.
        var isUnreliable = false
        /// True if an older page is at times missing, without items or another one.
        var confusesPages = false

        /// Creates a kind of feed.
        init(_ dating: Dating, _ paging: Paging, page: Int, hasEmptyPages: Bool = false) {
            (self.dating, self.paging, self.page, self.hasEmptyPages) = (dating, paging, page, hasEmptyPages)
            changesItems = false
        }

        /// Creates a random kind of feed.
        init(by random: inout SeededGenerator) {
            dating = random.pick(Dating.allCases)
            let choices = Paging.allCases.filter { [dating] in $0 != .numbered || dating != .none }
            paging = random.pick(choices)
            page = random.number(2...9)
            hasEmptyPages = random.chance(30) && (paging == .linked || paging == .json)
            changesItems = random.chance(30) && paging != .archives
        }

        /// One of all manners, with an item that is pinned, or with documents in no order.
        init(unorderedBy random: inout SeededGenerator) {
            self.init(by: &random)
            let isOrdered = dating == .none || paging == .numbered
            // Without dates and older pages, items that change their places or are removed show no order.
            if dating == .none, paging == .none { paging = .linked }
            hasPinned = isOrdered || random.chance(70)
            isShuffled = !isOrdered && (!hasPinned || random.chance(50))
            // A short document in no order looks sorted as often as not.
            if isShuffled { page += 8 }
        }

        /// Creates a kind of sorted feed with dates, some of whose documents end with its first item.
        init(evergreenBy random: inout SeededGenerator) {
            self.init(by: &random)
            dating = random.pick([.second, .day, .bursts])
            // If the last item never changes, nothing shows that a feed that had one page has a second one.
            if paging == .archives || paging == .numbered { paging = .linked }
            evergreen = random.pick([.newest, .all])
        }

        /// Creates a kind of feed whose dates, if it has any, do not tell when an item appeared, without older pages.
        init(timelessBy random: inout SeededGenerator) {
            datesAhead = random.chance(40)
            dating = datesAhead ? .second : .none
            paging = .none
            page = random.number(2...9)
            hasEmptyPages = false
            changesItems = false
            hasPinned = !datesAhead && random.chance(40)
        }

        /// Creates a kind of feed with dates whose own document lists edited items again. It has no older pages: an item that
        /// moves to the first page would move all others.
        init(listingEditsBy random: inout SeededGenerator) {
            self.init(random.pick([.second, .day, .bursts]), .none, page: random.number(3...9))
            listsEdits = true
        }

        /// Creates a kind of sorted feed with dates whose own document is at times an earlier one or empty.
        init(unreliableBy random: inout SeededGenerator) {
            let dating = random.pick([Dating.second, .day, .bursts])
            self.init(dating, random.pick([.none, .linked]), page: random.number(2...9))
            isUnreliable = true
        }

        /// Creates a kind of sorted feed with dates whose older pages are at times missing, empty or others. Dates to the
        /// second order its pages.
        init(confusingPagesBy random: inout SeededGenerator) {
            self.init(
                .second, random.pick([.linked, .json, .archives, .numbered]), page: random.number(2...9))
            confusesPages = true
        }

        /// True if nothing but the readings shows when an item appeared.
        var isTimeless: Bool { dating == .none || datesAhead }

        var description: String {
            "\(dating.rawValue), \(paging.rawValue), \(page) a page\(hasEmptyPages ? ", some empty" : "")"
                + (changesItems ? ", restless" : "") + (hasPinned ? ", one pinned" : "")
                + (isShuffled ? ", shuffled" : "") + (datesAhead ? ", ahead" : "")
                + (evergreen == .none ? "" : ", evergreen \(evergreen.rawValue)") + (listsEdits ? ", lists edits" : "")
                + (isUnreliable ? ", unreliable" : "") + (confusesPages ? ", confuses pages" : "")
        }
    }

    /// An item and the times at which it could have been read.
    struct Item {
        var number: Int
        var date: Timestamp?
        var version = 0
        /// The time of the last edit, or `nil` if there was none.
        var edited: Timestamp?
        /// The number of additions and edits of all items up to its last one.
        var change = 0
        /// The last time at which the feed was read before the item appeared, or `nil` if there was none.
        var since: Timestamp?
        /// The first time at which the feed was read after the item appeared.
        var until: Timestamp?
        /// True if the item was in the feed's own document then.
        var wasOnTop = false
    }

    /// Two readings of the feed's own document in a row, the second of which held no item that was ever in it before, but the
    /// pinned one and one that stays at the end.
    struct Discontinuity {
        var since: Timestamp
        var until: Timestamp

        /// True if both readings were in one second.
        var isWithinSecond: Bool { since.flooredToSecond == until.flooredToSecond }
    }

    /// A wrong answer for an older page.
    struct Confusion {
        enum Answer {
            /// There is no such page.
            case missing
            /// A document without items and links.
            case empty
            /// Another page.
            case page(Int)
        }

        var number: Int
        var answer: Answer
    }

    /// The feed's own document: its items and the number of the next page.
    private struct Document {
        var items: [Item] = []
        var next: Int?
    }

    private struct State {
        var items: [Item] = []
        var lastRead: Timestamp?
        /// The items that were ever in the feed's own document when it was read.
        var shown: Set<Int> = []
        var discontinuities: [Discontinuity] = []
        /// The items without dates that have stayed at the end of the document while the one above left it.
        var staying: Set<Int> = []
        var now = Timestamp(seconds: 0)
        var failing = 0
        /// The older page that is answered wrongly, or `nil` for none.
        var confusion: Confusion?
        /// The feed's own document whenever it was read.
        var documents: [Document] = []
        /// The next answer for the feed's own document, or `nil` for the present one.
        var mistake: Document?
        var published = 0
        var changes = 0
        var answered: UInt64 = 0
    }

    let kind: Kind
    private let state = Mutex(State())

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// The current items, newest first.
    var items: [Item] { state.withLock(\.items) }

    /// The readings so far that did not meet those before them.
    var discontinuities: [Discontinuity] { state.withLock(\.discontinuities) }

    /// Sets the clock.
    func set(_ now: Timestamp) {
        state.withLock { $0.now = now }
    }

    /// Adds so many items with dates since `before`.
    func grow(by count: Int, since before: Timestamp) {
        state.withLock { state in
            let now = state.now
            let newest = state.items.first?.date
            for index in 0..<count {
                let date: Timestamp? =
                    switch kind.dating {
                    case .none: nil
                    case .bursts: now.flooredToSecond.advanced(by: .seconds(-1))
                    case .day: day(of: now)
                    case .second where kind.datesAhead && newest != nil:
                        dateAhead(index, of: count, after: newest ?? now, and: state.items.first?.date ?? now, at: now)
                    case .second:
                        Timestamp(
                            seconds: before.seconds + (now.seconds - before.seconds) * Int64(index + 1) / Int64(count))
                    }
                var item = Item(number: state.published, date: date, since: state.lastRead)
                item.change = state.changes
                state.items.insert(item, at: 0)
                state.published += 1
                state.changes += 1
            }
        }
    }

    /// Returns the date of item `index` of those that appear at `now` in a feed that dates ahead.
    ///
    /// - Parameters:
    ///   - before: The newest date before these items.
    ///   - previous: The date of the item before this one.
    private func dateAhead(
        _ index: Int, of count: Int, after before: Timestamp, and previous: Timestamp, at now: Timestamp
    ) -> Timestamp {
        let past = before < now ? count / 2 : 0
        if index < past {
            return Timestamp(seconds: before.seconds + (now.seconds - before.seconds) * Int64(index + 1) / Int64(past))
        }
        return Timestamp(seconds: max(previous.seconds, now.seconds + 400 * 86_400) + 1)
    }

    /// Changes the text of the item at `index`. Does nothing if more items are listed for their edits than show it.
    func edit(_ index: Int) {
        state.withLock { state in
            let edited = top(of: state.items).filter { $0.edited != nil && $0.number != state.items[index].number }
            guard !kind.listsEdits || edited.count < max(1, kind.page / 4) else { return }
            state.items[index].version += 1
            state.items[index].edited = state.now
            state.items[index].change = state.changes
            state.changes += 1
        }
    }

    /// Deletes the item at `index`.
    func remove(_ index: Int) {
        state.withLock { _ = $0.items.remove(at: index) }
    }

    /// Gives the item at `index` a new date and moves it to the top.
    func dateAnew(_ index: Int) {
        state.withLock { state in
            var item = state.items.remove(at: index)
            if item.date != nil { item.date = kind.dating == .day ? day(of: state.now) : state.now.flooredToSecond }
            item.version += 1
            (item.since, item.until, item.wasOnTop) = (state.lastRead, nil, false)
            state.items.insert(item, at: 0)
        }
    }

    /// Makes the next request for page `page` fail; 0 for no failure.
    func fail(at page: Int) {
        state.withLock { $0.failing = page }
    }

    /// Makes this page get a wrong answer; `nil` for none.
    func confuse(_ confusion: Confusion?) {
        state.withLock { $0.confusion = confusion }
    }

    /// A wrong answer for the feed's own document.
    enum Mistake: Hashable {
        /// A document without items.
        case empty
        /// The document of so many readings ago, as from a cache.
        case old(Int)
    }

    /// Makes the next request for the feed's own document get this answer; `nil` for the right one.
    func serve(_ mistake: Mistake?) {
        state.withLock { state in
            state.mistake =
                switch mistake {
                case nil: nil
                case .empty: Document()
                case .old(let age): state.documents.dropLast(age).last
                }
        }
    }

    private func day(of time: Timestamp) -> Timestamp {
        Timestamp(seconds: time.seconds / 86_400 * 86_400)
    }

    /// Returns the response to a request.
    func answer(_ path: String, on server: String) -> Scenario {
        state.withLock { state in
            let number = path.split(separator: "=").dropFirst().first.flatMap { Int($0) } ?? 1
            if state.failing == number {
                state.failing = 0
                return Scenario(status: 500)
            }
            if number == 1, let mistake = state.mistake {
                state.mistake = nil
                return document(mistake, on: server)
            }
            var shown = number
            if let confusion = state.confusion, confusion.number == number {
                switch confusion.answer {
                case .missing: return Scenario(status: 404)
                case .empty: return document(Document(), on: server)
                case .page(let other): shown = other
                }
            }
            let (content, next) = content(of: shown, in: state.items)
            guard var items = content else { return Scenario(status: 404) }
            if number == 1, kind.hasPinned, let pinned = state.items.first(where: { $0.number == 0 }) {
                items = [pinned] + items.filter { $0.number != pinned.number }
            }
            if kind.evergreen == .all || kind.evergreen == .newest && number == 1,
                !items.contains(where: { $0.number == 0 }), let first = state.items.first(where: { $0.number == 0 })
            {
                items.append(first)
            }
            if number == 1 {
                recordReading(of: items, &state)
                state.documents.append(Document(items: items, next: next))
            }
            state.answered += 1
            if kind.isShuffled {
                var random = SeededGenerator(seed: state.answered)
                items.shuffle(using: &random)
            }
            return document(Document(items: items, next: next), on: server, isArchive: shown > 1)
        }
    }

    private func recordReading(of items: [Item], _ state: inout State) {
        let top = Set(items.map(\.number))
        var moving = kind.hasPinned ? top.subtracting([0]) : top
        if kind.dating == .none, items.count > 1, let last = items.last?.number {
            let known = state.documents.last?.items.map(\.number) ?? []
            let hasLost = known.dropLast().last.map { !top.contains($0) } ?? false
            if known.last == last, hasLost { state.staying.insert(last) }
            if state.staying.contains(last) { moving.remove(last) }
        }
        if let since = state.lastRead, !state.shown.isEmpty, state.shown.isDisjoint(with: moving) {
            state.discontinuities.append(Discontinuity(since: since, until: state.now))
        }
        state.shown.formUnion(top)
        for index in state.items.indices where state.items[index].until == nil {
            state.items[index].until = state.now
            state.items[index].wasOnTop = top.contains(state.items[index].number)
        }
        state.lastRead = state.now
    }

    /// The current items of the feed's own document if it has no older pages.
    var top: [Item] { top(of: items) }

    private func top(of items: [Item]) -> [Item] {
        guard kind.listsEdits, items.count > kind.page else { return Array(items.prefix(kind.page)) }
        let changes = items.map(\.change).sorted(by: >).prefix(kind.page)
        return items.filter { $0.change >= changes[kind.page - 1] }
    }

    /// Returns the items of a page and the number of the next page.
    private func content(of number: Int, in items: [Item]) -> ([Item]?, Int?) {
        if kind.paging == .archives { return archive(number, in: items) }
        guard kind.paging != .none else { return (top(of: items), nil) }
        let isEmpty = { (number: Int) in self.kind.hasEmptyPages && number % 5 > 2 && number % 5 < 3 + number / 5 }
        let before = (1..<number).count { !isEmpty($0) }
        let start = before * kind.page
        guard number == 1 || start < items.count else { return (nil, nil) }
        let end = min(items.count, start + (isEmpty(number) ? 0 : kind.page))
        let next = end < items.count && kind.paging != .numbered ? number + 1 : nil
        return (Array(items[start..<end]), next)
    }

    /// Returns an archive. Archives are numbered from the oldest; items without an archive, and some more, are in the
    /// feed's own document.
    private func archive(_ number: Int, in items: [Item]) -> ([Item]?, Int?) {
        let full = max(0, items.count - 1) / kind.page
        if number == 1 { return (Array(items.prefix(kind.page)), full > 0 ? full + 1 : nil) }
        let end = items.count - (number - 2) * kind.page
        guard end > 0 else { return (nil, nil) }
        return (Array(items[max(0, end - kind.page)..<end]), number > 2 ? number - 1 : nil)
    }

    private func document(_ document: Document, on server: String, isArchive: Bool = false) -> Scenario {
        let items = document.items
        let next = document.next.map { "\(server)/feed?paged=\($0)" }
        if kind.paging == .json || kind.listsEdits {
            let entries = items.map { item in
                let date = item.date.map { #","date_published":"\#($0.rfc3339)""# } ?? ""
                let edited = item.edited.map { #","date_modified":"\#($0.rfc3339)""# } ?? ""
                return #"{"id":"\#(item.number)","content_text":"\#(item.version)"\#(date)\#(edited)}"#
            }
            let link = next.map { #""next_url":"\#($0)","# } ?? ""
            return .text(
                #"{"version":"https://jsonfeed.org/version/1.1","title":"S",\#(link)"items":[\#(entries.joined(separator: ","))]}"#,
                type: "application/feed+json")
        }
        let entries = items.map { item in
            let date = item.date.map { "<pubDate>\($0.rfc3339)</pubDate>" } ?? ""
            return "<item><guid>\(item.number)</guid>\(date)<description>\(item.version)</description></item>"
        }
        let isInArchives = kind.paging == .archives
        let relation = isInArchives ? "prev-archive" : "next"
        let link = next.map { "<link xmlns='http://www.w3.org/2005/Atom' rel='\(relation)' href='\($0)'/>" } ?? ""
        let mark = isInArchives && isArchive ? "<archive xmlns='http://purl.org/syndication/history/1.0'/>" : ""
        let generator = kind.paging == .numbered ? "<generator>https://wordpress.org/?v=6.8</generator>" : ""
        return .text(
            "<rss version='2.0'><channel><title>S</title>\(generator)\(link)\(mark)\(entries.joined())</channel></rss>")
    }
}

import EngineConcepts
import ScenarioServer
import Synchronization
import TestSupport

/// A feed of a random simulation: it grows, and answers requests on a scenario server, sometimes wrongly.
final class ServedFeed: Sendable {
    /// The precision of its items' times.
    enum DatePrecision: String, CaseIterable {
        case second, day, none
    }

    /// How older items are reached.
    enum Paging: String, CaseIterable {
        /// Not at all.
        case none
        /// By links from page to page (RFC 5005 §3).
        case linked
        /// By page numbers that the feed does not link to, as WordPress has them.
        case wordPress
        /// By JSON Feed's `next_url`.
        case json
    }

    /// The kind of feed.
    struct Traits: CustomStringConvertible {
        var datePrecision: DatePrecision
        var paging: Paging
        /// The number of items on a page.
        var page: Int
        /// True if an old item is on top of the first page, each time.
        var hasPinned = false
        /// True if the first item is at the end of each page.
        var hasEvergreen = false
        /// True if the items of a page are in an order of their own, each time another.
        var isShuffled = false
        /// The number of an older page without items, or `nil`.
        var emptyPage: Int?
        /// How many of a hundred requests go wrong.
        var faults = 0

        /// A random kind.
        ///
        /// - Parameter isHard: True if the feed can have pinned items, an order of its own, empty pages and faults.
        init(isHard: Bool, by random: inout SeededGenerator) {
            datePrecision = random.pick([.second, .second, .day, .day, .none])
            paging = random.pick(Paging.allCases)
            // `FeedGrowthTests` has page numbers without dates.
            if datePrecision == .none, paging == .wordPress { paging = .linked }
            page = random.number(4...20)
            guard isHard else { return }
            // Without dates and older pages, an item that is always on top looks like one that joins two readings.
            hasPinned = random.chance(60) && (datePrecision != .none || paging != .none)
            isShuffled = random.chance(35) && datePrecision != .none && paging != .wordPress
            // A short document in no order looks sorted as often as not.
            if isShuffled { page += 6 }
            if random.chance(40), paging == .linked || paging == .json { emptyPage = random.number(2...4) }
            faults = random.chance(60) ? random.pick([5, 15, 30]) : 0
            // If the last item never changes, nothing shows that a feed that had one page has a second one.
            hasEvergreen =
                random.chance(40) && datePrecision != .none && !isShuffled && !hasPinned && paging != .wordPress
        }

        var description: String {
            "\(datePrecision.rawValue), \(paging.rawValue), \(page) a page" + (hasPinned ? ", one pinned" : "")
                + (hasEvergreen ? ", one evergreen" : "")
                + (isShuffled ? ", shuffled" : "") + (emptyPage.map { ", page \($0) empty" } ?? "")
                + (faults > 0 ? ", \(faults) % faults" : "")
        }
    }

    /// An item.
    struct Item {
        var number: Int
        /// Its date in seconds since 1970, or `nil`.
        var date: Int64?
        /// The time in milliseconds at which it appeared.
        var published: Int64
    }

    /// The documents that a command was served.
    struct Served {
        /// The numbers of the items that were sent in whole documents.
        var items: Set<Int> = []
        /// True if the newest items were sent in a whole document, or have not changed.
        var hasNewest = false
        /// The pages that were asked for, and what went wrong.
        var pages: [String] = []
    }

    private struct State {
        var items: [Item] = []
        var served = Served()
        var random: SeededGenerator
        var faults: Int
    }

    let name: String
    let traits: Traits
    private let state: Mutex<State>

    init(_ name: String, _ traits: Traits, seed: UInt64) {
        self.name = name
        self.traits = traits
        state = Mutex(State(random: SeededGenerator(seed: seed), faults: traits.faults))
    }

    /// Its items, newest first.
    var items: [Item] { state.withLock(\.items) }

    /// True if older items can be reached.
    var isPaged: Bool { traits.paging != .none }

    /// Adds items that appear at `end`, dated between two times in milliseconds.
    func grow(by count: Int, from start: Int64, to end: Int64) {
        state.withLock { state in
            for index in 0..<count {
                let time = start + (end - start) * Int64(index + 1) / Int64(count)
                let second = time / 1000
                let date: Int64? =
                    switch traits.datePrecision {
                    case .second: second
                    case .day: second - second % 86_400
                    case .none: nil
                    }
                state.items.insert(Item(number: state.items.count, date: date, published: end), at: 0)
            }
        }
    }

    /// Answers without faults from now on.
    func stopFailing() { state.withLock { $0.faults = 0 } }

    /// Returns what was served since the last call.
    func takeServed() -> Served {
        state.withLock { state in
            defer { state.served = Served() }
            return state.served
        }
    }

    // MARK: Documents

    /// Answers the request for `path` of the server at `address`.
    func answer(_ path: String, at address: String) -> Scenario {
        state.withLock { state in
            let number = path.split(separator: "=").dropFirst().first.flatMap { Int($0) } ?? 1
            // A feed that knows no page numbers answers with its first page.
            let page = path.contains("paged=") && traits.paging != .wordPress ? 1 : number
            guard let (text, items) = whole(page, at: address, &state) else {
                state.served.pages.append("\(number):404")
                return Scenario(status: 404)
            }
            if let fault = fault(text, page, at: address, &state) { return fault }
            state.served.pages.append("\(number)")
            state.served.items.formUnion(items.map(\.number))
            if page == 1 { state.served.hasNewest = true }
            return .text(text, type: type)
        }
    }

    /// Returns the document of a page and its items, or `nil` if there is no such page.
    private func whole(_ page: Int, at address: String, _ state: inout State) -> (text: String, items: [Item])? {
        guard var items = content(of: page, in: state.items) else { return nil }
        let hasMore = page * traits.page < slots(state.items.count)
        let pinned = page == 1 && traits.hasPinned ? state.items.last : nil
        if let pinned { items = [pinned] + items.filter { $0.number != pinned.number } }
        if traits.hasEvergreen, let first = state.items.last, !items.contains(where: { $0.number == first.number }) {
            items.append(first)
        }
        if traits.isShuffled { items.shuffle(using: &state.random) }
        return (document(items, next: hasMore ? "\(address)?page=\(page + 1)" : nil), items)
    }

    /// Returns true if dates show the order of pages, so that a page above another one can be told from it.
    private func areOrdered(_ items: [Item]) -> Bool {
        traits.datePrecision == .second && !traits.isShuffled && !traits.hasEvergreen
            && zip(items, items.dropFirst()).allSatisfy { $0.date != $1.date }
    }

    /// Returns the wrong answer to a request, or `nil` for the right one.
    private func fault(_ text: String, _ number: Int, at address: String, _ state: inout State) -> Scenario? {
        guard state.random.chance(state.faults) else { return nil }
        // A site is only seen to have page numbers by its second page.
        if number > (traits.paging == .wordPress ? 2 : 1), state.random.chance(40) {
            let other = state.random.number(1...number - 1)
            guard areOrdered(state.items), state.random.chance(60), let earlier = whole(other, at: address, &state)
            else {
                state.served.pages.append("\(number):404")
                return Scenario(status: 404)
            }
            state.served.pages.append("\(number):as \(other)")
            return .text(earlier.text, type: type)
        }
        let bytes = Array(text.utf8)
        let part = Array(bytes.prefix(state.random.number(0...bytes.count - 1)))
        switch state.random.number(0...3) {
        case 0:
            state.served.pages.append("\(number):500")
            return Scenario(status: 500)
        case 1:
            state.served.pages.append("\(number):none")
            return .hangUp
        case 2:
            state.served.pages.append("\(number):cut")
            var scenario = Scenario(
                type: type, headers: [("content-length", "\(bytes.count)")], body: part)
            scenario.steps.append(.hangUp)
            return scenario
        default:
            state.served.pages.append("\(number):broken")
            return Scenario(type: type, body: part)
        }
    }

    /// The number of places on pages that so many items need, with an empty page between.
    private func slots(_ count: Int) -> Int {
        guard let empty = traits.emptyPage, count > (empty - 1) * traits.page else { return count }
        return count + traits.page
    }

    private func content(of page: Int, in items: [Item]) -> [Item]? {
        if page == 1 { return Array(items.prefix(traits.page)) }
        guard isPaged, (page - 1) * traits.page < slots(items.count) else { return nil }
        if page == traits.emptyPage { return [] }
        let skipped = traits.emptyPage.map { page > $0 } ?? false ? 2 : 1
        return Array(items.dropFirst((page - skipped) * traits.page).prefix(traits.page))
    }

    private var type: String { traits.paging == .json ? "application/feed+json" : "application/atom+xml" }

    private func document(_ items: [Item], next: String?) -> String {
        if traits.paging == .json {
            let entries = items.map { item in
                let date = item.date.map { #","date_published":"\#(Self.rfc3339($0))""# } ?? ""
                return #"{"id":"\#(id(item))","title":"\#(id(item))","content_text":"t"\#(date)}"#
            }
            let link = next.map { #""next_url":"\#($0)","# } ?? ""
            return #"{"version":"https://jsonfeed.org/version/1.1","title":"\#(name)",\#(link)"#
                + #""items":[\#(entries.joined(separator: ","))]}"#
        }
        let entries = items.map { item in
            let date = item.date.map { "<published>\(Self.rfc3339($0))</published>" } ?? ""
            return "<entry><id>urn:\(id(item))</id><title>\(id(item))</title>\(date)<summary>t</summary></entry>"
        }
        let link = traits.paging == .linked ? next.map { "<link rel='next' href='\($0)'/>" } ?? "" : ""
        let generator = traits.paging == .wordPress ? "<generator>WordPress</generator>" : ""
        return
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>\(name)</title>\(generator)\(link)\(entries.joined())</feed>"
    }

    /// The ID and title of an item.
    func id(_ item: Item) -> String { "\(name)-\(item.number)" }

    /// A time in seconds since 1970 as RFC 3339 has it.
    static func rfc3339(_ seconds: Int64) -> String { Timestamp(seconds: seconds).rfc3339 }
}

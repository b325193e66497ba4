import EngineConcepts

/// The items of a page and what filters hid, newest first, with the head of the reply.
struct MastodonItemPage: Sendable {
    /// An identifier with its item, or with `nil` for a post that does not belong to the timeline.
    typealias Entry = (id: String, result: Result<SourceItem, FilteredAtSource>?)

    /// The identifier and the time of an entry.
    struct Place: Sendable {
        let id: String
        var time: Timestamp

        /// Returns true if this entry is above another one, as the server compares them.
        func isAbove(_ other: Place) -> Bool { MastodonPager.isNewer(id, than: other.id) }
    }

    private(set) var items: [SourceItem] = []
    private(set) var filtered: [FilteredAtSource] = []
    /// The identifiers and times of all entries, also of hidden ones and of those that do not belong to the timeline.
    private var entries: [(id: String, time: Timestamp?)] = []
    /// The numbers of entries that could and could not be read.
    let count: ElementCount
    let head: MastodonServer.ReplyHead

    /// True if the server has nothing at the place of the page.
    var isEmpty: Bool { count.isEmpty && !head.isPartial }

    /// The identifiers of all entries.
    var ids: [String] { entries.map(\.id) }

    /// The place of the first entry, or `nil` if there is none or its time is unknown.
    var top: Place? { entries.first.flatMap { entry in entry.time.map { Place(id: entry.id, time: $0) } } }

    /// The place of the last entry, or `nil` if there is none or its time is unknown.
    var bottom: Place? { entries.last.flatMap { entry in entry.time.map { Place(id: entry.id, time: $0) } } }

    /// The newest time of an entry, or `nil` if none is known.
    var newestTime: Timestamp? { entries.compactMap(\.time).max() }

    /// Creates a page without repetitions: GoToSocial can list a post twice on a page while it arrives.
    ///
    /// - Parameter unreadable: The number of entries that could not be read.
    init(_ entries: [Entry], unreadable: Int = 0, head: MastodonServer.ReplyHead = .init()) {
        self.head = head
        count = ElementCount(readable: entries.count, unreadable: unreadable)
        for (id, result) in entries.uniqued(by: { $0.id }) {
            var time = MastodonIDFormat.time(of: id)
            switch result {
            case .success(var item):
                // Of several items with one time, the one with the higher identifier is newer.
                item.nativeOrder = Int64(id).map { $0 > 0 ? -$0 : 0 } ?? 0
                items.append(item)
                time = item.orderTime
            case .failure(let hidden): filtered.append(hidden)
            case nil: break
            }
            self.entries.append((id, time))
        }
    }
}

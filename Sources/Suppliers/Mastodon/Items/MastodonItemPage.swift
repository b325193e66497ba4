import EngineConcepts

/// The items of a page and what filters hid, in the order of the server.
struct MastodonItemPage: Sendable {
    var items: [SourceItem] = []
    var filtered: [FilteredAtSource] = []
    /// The places of all, also of hidden ones and of those that do not belong to the timeline.
    private(set) var places: [Place] = []
    /// The numbers of those that could and could not be read.
    let count: ElementCount

    /// The place of an item in the order of the server.
    struct Place {
        let id: String
        let time: Timestamp?
    }

    var ids: [String] { places.map(\.id) }

    /// True if the server sent nothing.
    var isEmpty: Bool { count.isEmpty }

    /// Creates a page without repetitions: GoToSocial can list a post twice on a page while it arrives.
    ///
    /// - Parameters:
    ///   - entries: The identifiers with their items, or with `nil` for posts that do not belong to the timeline.
    ///   - unreadable: The number of those that could not be read.
    init(_ entries: [(id: String, result: Result<SourceItem, FilteredAtSource>?)], unreadable: Int = 0) {
        count = ElementCount(readable: entries.count, unreadable: unreadable)
        for (id, result) in entries.uniqued(by: { $0.id }) {
            let time: Timestamp?
            switch result {
            case .success(var item):
                // Of several items with one time, the one with the higher identifier is newer.
                item.nativeOrder = Int64(id).map { $0 > 0 ? -$0 : 0 } ?? 0
                items.append(item)
                time = item.orderTime
            case .failure(let hidden):
                filtered.append(hidden)
                time = MastodonIDFormat.time(of: id)
            case nil: time = MastodonIDFormat.time(of: id)
            }
            places.append(Place(id: id, time: time))
        }
    }
}

import EngineConcepts
import OrderedCollections

/// The items that streams and actions have stored lately. A fill that started before compares its pages with an older
/// store; its commit must neither insert such an item again nor bring back a deleted one. Bounded in size.
struct RecentItems: Sendable {
    private struct Item {
        var version: TrackVersion
        var isDeleted: Bool
    }

    private static let maximumItems = 4_096

    /// The items in the order in which they were added first.
    private var items: OrderedDictionary<TicketID, Item> = [:]

    var isEmpty: Bool { items.isEmpty }

    /// Records an item of the commit that made `version`.
    mutating func add(_ id: TicketID, in version: TrackVersion, isDeleted: Bool) {
        items[id] = Item(version: version, isDeleted: isDeleted)
        if items.count > Self.maximumItems { items.removeFirst(Self.maximumItems / 4) }
    }

    /// Returns true if an item was deleted.
    func isDeleted(_ id: TicketID) -> Bool { items[id]?.isDeleted ?? false }

    /// Returns true if an item was stored after `version`.
    func contains(_ id: TicketID, since version: TrackVersion) -> Bool {
        items[id].map { $0.version > version } ?? false
    }
}

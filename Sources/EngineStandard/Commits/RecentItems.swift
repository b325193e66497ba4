import EngineConcepts

/// The items that streams and actions have stored lately. A fill that started before compares its pages with an older
/// store; its commit must neither insert such an item again nor bring back a deleted one. Bounded in size.
struct RecentItems: Sendable {
    private struct Item {
        var version: TrackVersion
        var isDeleted: Bool
    }

    private static let maximumItems = 4_096

    private var items: [SupplierID: [String: Item]] = [:]
    /// The items in the order in which they were added first.
    private var order: [TicketID] = []

    var isEmpty: Bool { items.isEmpty }

    /// Records an item of the commit that made `version`.
    mutating func add(_ id: TicketID, in version: TrackVersion, isDeleted: Bool) {
        let previous = items[id.supplier, default: [:]]
            .updateValue(Item(version: version, isDeleted: isDeleted), forKey: id.item)
        guard previous == nil else { return }
        order.append(id)
        guard order.count > Self.maximumItems else { return }
        for id in order.prefix(Self.maximumItems / 4) { items[id.supplier]?[id.item] = nil }
        order.removeFirst(Self.maximumItems / 4)
    }

    /// Returns the items of a supplier that were deleted.
    func deleted(of supplier: SupplierID) -> Set<String> {
        Set((items[supplier] ?? [:]).lazy.filter(\.value.isDeleted).map(\.key))
    }

    /// Returns true if an item was stored after `version`.
    func contains(_ id: TicketID, since version: TrackVersion) -> Bool {
        items[id.supplier]?[id.item].map { $0.version > version } ?? false
    }
}

import EngineConcepts
import FoundationBasics
import OrderedCollections

/// The items that sources have filtered out, counted by source and rule. An item counts once for a rule, however often it
/// is read. After a restart, this holds for the newest items of each rule.
struct FilteredItems {
    /// The maximum number of items counted for a rule.
    private static let maximumCountedItems = 100_000
    /// The number of items that are stored for a rule.
    private static let maximumStoredItems = 1_000

    /// The items of one rule.
    private struct Entry: Codable {
        var count = 0
        /// The identities of counted items, the last ones last.
        var ids: OrderedSet<String> = []

        /// Counts an item. Returns false if that was counted before, or if too many were.
        mutating func add(_ id: String?) -> Bool {
            if let id {
                guard ids.count < FilteredItems.maximumCountedItems, ids.append(id).inserted else { return false }
            }
            count = count.adding(saturating: 1)
            return true
        }
    }

    private var entries: [SupplierID: [String: Entry]] = [:]
    /// True if something was counted since ``stored()`` or the beginning.
    private(set) var isChanged = false

    /// Adds the items of a fill.
    mutating func add(_ filtered: [SupplierID: [FilteredAtSource]]) {
        for (supplier, items) in filtered {
            for item in items {
                let isCounted = entries[supplier, default: [:]][item.rule, default: Entry()].add(item.item)
                isChanged = isChanged || isCounted
            }
        }
    }

    /// The number of items by source and rule.
    var counts: [SupplierID: [String: Int]] { entries.mapValues { $0.mapValues(\.count) } }

    // MARK: Storing

    /// Adds what ``stored()`` returned in an earlier run. Text that it did not write is ignored.
    mutating func restore(_ text: String) {
        let stored: [String: [String: Entry]]
        do {
            stored = try JSONDecoder().decode([String: [String: Entry]].self, from: Data(text.utf8))
        } catch {
            return
        }
        for (supplier, rules) in stored {
            let supplier = SupplierID(supplier)
            for (rule, entry) in rules {
                let present = entries[supplier]?[rule] ?? Entry()
                var sum = entry
                sum.ids.formUnion(present.ids)
                let freshCount = sum.ids.count - entry.ids.count
                sum.count = max(entry.count, 0).adding(saturating: present.count - present.ids.count + freshCount)
                entries[supplier, default: [:]][rule] = sum
            }
        }
    }

    /// Returns the counts as text, with the newest items of each rule.
    mutating func stored() throws -> String {
        let shortened = entries.map { supplier, rules in
            (
                supplier.rawValue,
                rules.mapValues { entry in
                    var entry = entry
                    entry.ids = OrderedSet(entry.ids.suffix(Self.maximumStoredItems))
                    return entry
                }
            )
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(
            decoding: try encoder.encode(Dictionary(uniqueKeysWithValues: shortened)), as: UTF8.self)
        isChanged = false
        return text
    }
}

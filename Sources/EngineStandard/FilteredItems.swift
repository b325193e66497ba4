import EngineConcepts

/// The items that sources have filtered out since the program's start, counted by source and rule. An item counts once
/// for a rule, however often it is read.
struct FilteredItems {
    /// The number of items that are told apart for a rule; further ones are not counted.
    private static let limit = 100_000

    private var named: [SupplierID: [String: Set<String>]] = [:]
    private var unnamed: [SupplierID: [String: Int]] = [:]

    /// Adds the items of a fill.
    mutating func add(_ filtered: [SupplierID: [FilteredAtSource]]) {
        for (supplier, items) in filtered {
            for item in items {
                guard let id = item.item else {
                    unnamed[supplier, default: [:]][item.rule, default: 0] += 1
                    continue
                }
                if named[supplier]?[item.rule]?.count ?? 0 < Self.limit {
                    named[supplier, default: [:]][item.rule, default: []].insert(id)
                }
            }
        }
    }

    /// The number of items by source and rule.
    var counts: [SupplierID: [String: Int]] {
        named.mapValues { $0.mapValues(\.count) }
            .merging(unnamed) { one, other in one.merging(other) { $0.adding(saturating: $1) } }
    }
}

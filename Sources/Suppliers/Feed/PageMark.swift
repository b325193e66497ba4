import EngineConcepts

/// The items of a page in short: pages with the same items, in whatever order, have the same mark.
struct PageMark: Hashable {
    /// A hash of the IDs of the items.
    let digest: UInt32
    /// The number of items.
    let count: Int

    /// Creates the mark of a page whose items have these IDs.
    init(of ids: Set<String>) {
        let hash = StableHash.fnv1a(ids.sorted().joined(separator: "\n").utf8)
        digest = UInt32(truncatingIfNeeded: StableHash.mixed(hash))
        count = ids.count
    }

    /// Parses the output of ``text``. Returns `nil` for any other text.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let digest = UInt32(parts[0], radix: 36), let count = Int(parts[1]), count >= 0 else {
            return nil
        }
        (self.digest, self.count) = (digest, count)
    }

    /// The mark as text, without spaces, commas and at signs.
    var text: String { "\(String(digest, radix: 36)).\(count)" }
}

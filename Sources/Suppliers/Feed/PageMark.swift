import EngineConcepts

/// The items of a page in short: pages with the same items, in whatever order, have the same mark.
struct PageMark: Hashable {
    /// A hash of the IDs of the items.
    let digest: UInt32
    /// The number of items, apart from pinned ones. Says nothing about equality.
    let count: Int

    /// Creates the mark of a page.
    ///
    /// - Parameters:
    ///   - ids: The IDs of its items.
    ///   - pinnedCount: The number of those that are on the page besides those that it has room for.
    init(of ids: Set<String>, pinnedCount: Int) {
        let hash = StableHash.fnv1a(ids.sorted().joined(separator: "\n").utf8)
        digest = UInt32(truncatingIfNeeded: StableHash.mixed(hash))
        count = ids.count - pinnedCount
    }

    /// Parses the output of ``text``. Returns `nil` for any other text.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let digest = UInt32(parts[0], radix: 36), let count = Int(parts[1]), count >= 0 else {
            return nil
        }
        (self.digest, self.count) = (digest, count)
    }

    static func == (mark: PageMark, other: PageMark) -> Bool { mark.digest == other.digest }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// The mark as text, without spaces, commas and at signs.
    var text: String { "\(String(digest, radix: 36)).\(count)" }
}

import EngineConcepts

/// The rows to which movements in an outline lead, or `nil` if there is none.
nonisolated extension Scroller where Row == OutlineRow {
    /// Returns the next row below or above the cursor that meets a condition.
    func next(_ direction: ReadDirection, where isWanted: (OutlineRow) -> Bool) -> Int? {
        direction == .older
            ? rows.indices.dropFirst(cursor + 1).first { isWanted(rows[$0]) }
            : rows.indices.prefix(cursor).last { isWanted(rows[$0]) }
    }

    /// Returns the row `count` siblings below the cursor, or above it if negative, or the last one before that.
    func sibling(_ count: Int) -> Int? {
        guard let depth = current?.branch.depth else { return nil }
        var (index, left) = (cursor, abs(count))
        var target: Int?
        let step = count < 0 ? -1 : 1
        while left > 0, rows.indices.contains(index + step), rows[index + step].branch.depth >= depth {
            index += step
            guard rows[index].branch.depth == depth else { continue }
            target = index
            left -= 1
        }
        return target
    }

    /// The row of the post to which the one at the cursor replies.
    var parent: Int? { current.flatMap { row in next(.newer) { $0.branch.depth < row.branch.depth } } }
}

import EngineConcepts

/// The elements around a block, which decide on its kind.
struct BlockContext {
    private struct List {
        var isOrdered: Bool
        var number: Int
    }

    /// The maximum nesting of quotations and lists; deeper ones are shown at this level.
    private static let maximumDepth = 16

    /// The level of the open heading, or `nil` if there is none.
    var heading: Int?
    var isCaption = false
    private var lists: [List] = []
    private var quotations = 0
    private var preformatted = 0
    /// The marker of a list item whose first block has not begun yet.
    private var marker: String?

    var isPreformatted: Bool { preformatted > 0 }

    var quoteDepth: Int { min(quotations, Self.maximumDepth) }

    mutating func beginList(isOrdered: Bool, from number: Int = 1) {
        lists.append(List(isOrdered: isOrdered, number: number))
    }

    mutating func endList() {
        _ = lists.popLast()
    }

    /// Begins an item of the innermost list; `number` is the item's own number, if it has one.
    mutating func beginItem(number: Int?) {
        guard let list = lists.last else {
            marker = "•"
            return
        }
        let number = number ?? list.number
        lists[lists.count - 1].number = number == .max ? number : number + 1
        marker = list.isOrdered ? "\(number)." : ["•", "◦", "▪"][min(lists.count - 1, 2)]
    }

    /// Ends a list item. The marker of an empty item is dropped.
    mutating func endItem() {
        marker = nil
    }

    mutating func beginQuotation() {
        quotations += 1
    }

    mutating func endQuotation() {
        quotations = max(0, quotations - 1)
    }

    mutating func beginPreformatted() {
        preformatted += 1
    }

    mutating func endPreformatted() {
        preformatted = max(0, preformatted - 1)
    }

    /// Returns the kind of the next block, which takes the marker of its item.
    mutating func takeKind() -> StyledText.Kind {
        if isPreformatted { return .preformatted }
        if let heading { return .heading(level: heading) }
        if isCaption { return .caption }
        let depth = min(max(lists.count - 1, 0), Self.maximumDepth)
        if let marker = marker.take() { return .listItem(depth: depth, marker: marker) }
        return lists.isEmpty ? .paragraph : .listContinuation(depth: depth)
    }
}

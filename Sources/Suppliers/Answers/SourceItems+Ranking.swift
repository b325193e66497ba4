import EngineConcepts

extension FetchAnswer {
    /// The answer as that of a ranking, in which new items can be anywhere.
    var ranked: FetchAnswer {
        var answer = self
        answer.items = items.ranked
        answer.isUnordered = true
        return answer
    }
}

extension [SourceItem] {
    /// The items as those of a ranking, the best first: their times are only displayed. They are placed by the time at which
    /// they are first seen there, so that an item that rises hours after it was written is new.
    fileprivate var ranked: [SourceItem] {
        enumerated()
            .map { index, item in
                var item = item
                item.shownTime = item.shownTime ?? item.orderTime
                item.orderTime = nil
                item.nativeOrder = Int64(index)
                return item
            }
    }
}

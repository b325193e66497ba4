import EngineConcepts

/// Detects when further pages of a supplier bring nothing new.
///
/// Three signs are counted, because each misses what the others find:
///
/// - the same token occurs again, so that the pages form a loop;
/// - answers have no token to follow, so that the next request would be the same one;
/// - tokens are new, but the pages show the same items again and reach no further.
///
/// Pages without new items are fine as long as each shows other items or has a new token: stored items are paged
/// through, and pages in the middle of a stream can be empty.
struct ProgressTracker {
    /// The factor by which the limit is higher for answers with new tokens and the same items: a new token may yet lead
    /// to other items, while a repeated one is a loop for certain.
    private static let repetitionFactor = 10

    /// The oldest time among the items since the last progress, or `nil` if there were none.
    private(set) var oldest: Timestamp?
    /// A token that occurred twice. If the source can be read by time, the next request uses the time instead.
    private(set) var loopedToken: Token?
    /// The number of answers since the last progress that had no new place.
    private var repeatedPlaces = 0
    /// The number of consecutive answers that showed no item not seen since the last progress and reached no further,
    /// even if their tokens were new.
    private var repeatedItems = 0
    private var items: Set<String> = []
    private var followedTokens: Set<Token> = []

    /// Records an answer. Claiming again what was complete is no progress, because otherwise a source would be read to
    /// its end endlessly.
    ///
    /// - Parameter followsToken: True if the next request would use the answer's token.
    mutating func record(_ effect: Pool.PageEffect, _ delivery: PoolDelivery, followsToken: Bool) {
        guard !effect.isFurther, effect.fresh == 0 else {
            self = ProgressTracker()
            return
        }
        let known = items.count
        items.formUnion(delivery.itemIDs)
        let leadsNowhere = items.count == known && effect.reached == delivery.request.edge
        repeatedItems = leadsNowhere ? repeatedItems + 1 : 0
        oldest = [oldest, delivery.oldest].compactMap(\.self).min()
        guard followsToken, let next = delivery.answer.next else {
            repeatedPlaces += 1
            return
        }
        if case .token(let token, _) = delivery.request.origin { followedTokens.insert(token) }
        if followedTokens.contains(next) {
            loopedToken = next
            repeatedPlaces += 1
        }
    }

    /// Returns true if no further progress is expected in this fill.
    func isExhausted(_ limits: FillLimits) -> Bool {
        repeatedPlaces >= limits.idleRounds || repeatedItems >= Self.repetitionFactor * limits.idleRounds
    }
}

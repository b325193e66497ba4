/// The older end of a page of a window whose items have dates: which second what it shows ends in, and whether what stands last
/// there was known.
struct PageEnd: Sendable {
    /// Everything from here up is shown.
    let bottom: Timestamp
    /// What is known below this was read before the pages above this one.
    private let knownBelow: Timestamp
    /// The first and the last dated item of the page, and whether they were known in the place that their dates say.
    private var first: (time: Timestamp, wasKnown: Bool)?
    private var last: (time: Timestamp, wasKnown: Bool)?
    /// Whether the first and the last item of the second below the bottom were known; nil where there is none.
    private var firstWasKnown: Bool?
    private var lastWasKnown: Bool?
    /// Whether any item was known before, in the place that its date says.
    private(set) var hasKnown = false

    /// The end of the page that `answer` is; nil where it shows everything there is.
    init?(_ answer: FetchAnswer, to request: FetchRequest) {
        guard request.side == .older else { return nil }
        // Of what is known in the second below the edge, nobody knows whether it stood on a page above.
        knownBelow = request.origin == .newest ? .endOfTime : request.edge.advanced(by: .seconds(-1))
        let shown = answer.claims.compactMap(\.timeframe.wholeSeconds?.end).min() ?? request.edge
        guard shown.isFinite else { return nil }
        if shown < request.edge || request.origin != .newest {
            bottom = min(shown, request.edge)
        } else {
            // It is so young that it claims nothing.
            guard let oldest = answer.items.lazy.compactMap(\.orderTime).min() else { return nil }
            bottom = min(oldest, request.now).flooredToSecond.advanced(by: .seconds(1))
        }
    }

    /// Takes in the next of the page's items. What is older than the second below the bottom stands elsewhere than it is dated,
    /// such as an article pinned to the top, and says nothing.
    ///
    /// - Parameter place: Where it stands in the Track; nil where it was never seen before.
    mutating func take(_ time: Timestamp, known place: Timestamp?) {
        let second = bottom.advanced(by: .seconds(-1))
        guard time >= second else { return }
        let isInPlace = place?.flooredToSecond == time.flooredToSecond
        if first == nil { first = (time, isInPlace) }
        last = (time, isInPlace)
        if let place, place < knownBelow, isInPlace { hasKnown = true }
        guard time < bottom else { return }
        // One that was dated anew stands elsewhere: that it is here says nothing about its neighbours.
        if let place, place.flooredToSecond != second { return }
        if firstWasKnown == nil { firstWasKnown = place != nil }
        lastWasKnown = place != nil
    }

    /// Whether nothing that was known stands last. Where a source leaves out what stands last, that is what comes before it.
    var isForeign: Bool {
        guard let first, let last else { return false }
        return first.time < last.time ? !(firstWasKnown ?? first.wasKnown) : !(lastWasKnown ?? last.wasKnown)
    }
}

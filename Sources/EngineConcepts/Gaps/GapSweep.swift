/// A range that one supplier has not covered, for a single reason.
struct MissingRange {
    let timeframe: Timeframe
    let missing: Gap.Missing
}

/// Sweeps over all bounds from newest to oldest and cuts time into the longest ranges with the same missing
/// suppliers.
struct GapSweep {
    private struct Edge {
        enum Change {
            case shown
            case hidden
            /// From here on, the supplier of this range is missing.
            case missing(Int)
            case present(Int)
        }

        let time: Timestamp
        let change: Change

        /// At equal times, visibility changes before missing suppliers do, so that a hole counts only suppliers
        /// missing within it.
        var order: Int {
            switch change {
            case .shown, .hidden: 0
            case .missing, .present: 1
            }
        }
    }

    /// All missing suppliers with their causes, in the order in which gaps name them. The sweep compares their numbers.
    private let names: [Gap.Missing]
    private var isShown = false
    private var holeStart: Timestamp?
    private var missingInHole: Set<Int> = []
    /// The suppliers that are missing at the current position, in order. One can be there twice, where two ranges meet.
    private var missing: [Int] = []
    private var gaps: [Gap] = []

    /// Returns the gaps in which suppliers are missing, newest first.
    static func gaps(of ranges: [MissingRange], besides shown: [Timeframe]) -> [Gap] {
        let ranges = ranges.sorted {
            ($0.missing.supplier, $0.missing.cause.rank) < ($1.missing.supplier, $1.missing.cause.rank)
        }
        var names: [Gap.Missing] = []
        var edges: [Edge] = []
        edges.reserveCapacity(2 * (ranges.count + shown.count))
        for range in ranges {
            let ofSupplier = names.indices.reversed().prefix { names[$0].supplier == range.missing.supplier }
            let name = ofSupplier.first { names[$0] == range.missing } ?? names.count
            if name == names.count { names.append(range.missing) }
            edges.append(Edge(time: range.timeframe.start, change: .missing(name)))
            edges.append(Edge(time: range.timeframe.end, change: .present(name)))
        }
        for range in shown {
            edges.append(Edge(time: range.start, change: .shown))
            edges.append(Edge(time: range.end, change: .hidden))
        }
        edges.sort { ($0.time, $1.order) > ($1.time, $0.order) }
        var sweep = GapSweep(names: names)
        sweep.apply(edges)
        return sweep.gaps
    }

    private init(names: [Gap.Missing]) { self.names = names }

    private mutating func apply(_ edges: [Edge]) {
        var next = edges.startIndex
        while next < edges.endIndex {
            let time = edges[next].time
            var here = next
            while here < edges.endIndex, edges[here].time == time {
                apply(edges[here].change)
                here += 1
            }
            handleRange(at: time, until: here < edges.endIndex ? edges[here].time : .beginningOfTime)
            next = here
        }
        closeHole(at: .beginningOfTime)
    }

    private mutating func apply(_ change: Edge.Change) {
        switch change {
        case .shown: isShown = true
        case .hidden: isShown = false
        case .missing(let added):
            missing.insert(added, at: firstIndex(of: added))
            if !isShown { missingInHole.insert(added) }
        case .present(let removed):
            let index = firstIndex(of: removed)
            if index < missing.endIndex, missing[index] == removed { missing.remove(at: index) }
        }
    }

    private func firstIndex(of name: Int) -> Int {
        missing.partitioningIndex { $0 >= name }
    }

    /// Handles the range between `time` and `end` after all changes at `time` are applied.
    private mutating func handleRange(at time: Timestamp, until end: Timestamp) {
        if isShown {
            closeHole(at: time)
            addPartial(from: time, downTo: end)
        } else if holeStart == nil {
            holeStart = time
            missingInHole.formUnion(missing)
        }
    }

    private mutating func closeHole(at time: Timestamp) {
        guard let start = holeStart else { return }
        holeStart = nil
        defer { missingInHole = [] }
        guard !missingInHole.isEmpty, let hole = Timeframe(from: start, downTo: time) else { return }
        gaps.append(Gap(timeframe: hole, kind: .full, missing: missingInHole.sorted().map { names[$0] }))
    }

    private mutating func addPartial(from start: Timestamp, downTo end: Timestamp) {
        guard !missing.isEmpty, let range = Timeframe(from: start, downTo: end) else { return }
        let missing = missing.map { names[$0] }
        if let last = gaps.last, last.kind == .partial, last.timeframe.end == start, last.missing == missing,
            let joined = Timeframe(from: last.timeframe.start, downTo: end)
        {
            gaps[gaps.endIndex - 1] = Gap(timeframe: joined, kind: .partial, missing: missing)
        } else {
            gaps.append(Gap(timeframe: range, kind: .partial, missing: missing))
        }
    }
}

extension GapCause {
    /// A fixed order of the causes of one supplier, which makes equal gaps compare equal.
    fileprivate var rank: Int {
        switch self {
        case .notAsked: 0
        case .slow: 1
        case .failed: 2
        case .rateLimited: 3
        case .notAuthorised: 4
        case .agedOut: 5
        case .tooDense: 6
        case .outOfReach: 7
        }
    }
}

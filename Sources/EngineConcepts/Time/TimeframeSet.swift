/// A set of points in time, stored as the fewest possible timeframes: disjoint, not touching, newest first.
///
/// Every operation takes time in proportion to the number of timeframes, which is small, and not to their length.
public struct TimeframeSet: Hashable, Sendable {
    /// Disjoint, not touching, newest first.
    public private(set) var timeframes: [Timeframe]

    /// Creates an empty set.
    public init() {
        timeframes = []
    }

    /// Creates the union of `timeframes`, which can be in any order.
    public init(_ timeframes: some Sequence<Timeframe>) {
        self.init()
        for timeframe in timeframes {
            insert(timeframe)
        }
    }

    public var isEmpty: Bool { timeframes.isEmpty }

    /// The newest bound, or `nil` if the set is empty.
    public var newest: Timestamp? { timeframes.first?.start }

    /// The oldest bound, or `nil` if the set is empty.
    public var oldest: Timestamp? { timeframes.last?.end }

    public mutating func insert(_ timeframe: Timeframe) {
        let first = timeframes.firstIndex { $0.end <= timeframe.start } ?? timeframes.endIndex
        var end = first
        var start = timeframe.start
        var bottom = timeframe.end
        while end < timeframes.endIndex, timeframes[end].start >= timeframe.end {
            start = max(start, timeframes[end].start)
            bottom = min(bottom, timeframes[end].end)
            end += 1
        }
        guard let joined = Timeframe(from: start, downTo: bottom) else { return }
        timeframes.replaceSubrange(first..<end, with: CollectionOfOne(joined))
    }

    public mutating func remove(_ timeframe: Timeframe) {
        timeframes = timeframes.flatMap { stretch -> [Timeframe] in
            guard stretch.intersection(timeframe) != nil else { return [stretch] }
            return [
                Timeframe(from: stretch.start, downTo: timeframe.start),
                Timeframe(from: timeframe.end, downTo: stretch.end),
            ]
            .compactMap(\.self)
        }
    }

    public mutating func formUnion(_ other: TimeframeSet) {
        for timeframe in other.timeframes {
            insert(timeframe)
        }
    }

    public func union(_ other: TimeframeSet) -> TimeframeSet {
        var result = self
        result.formUnion(other)
        return result
    }

    public func subtracting(_ other: TimeframeSet) -> TimeframeSet {
        var result = self
        for timeframe in other.timeframes {
            result.remove(timeframe)
        }
        return result
    }

    /// Returns the part of this set within `timeframe`.
    public func intersection(_ timeframe: Timeframe) -> TimeframeSet {
        var result = TimeframeSet()
        result.timeframes = timeframes.compactMap { $0.intersection(timeframe) }
        return result
    }

    /// Returns the parts of `timeframe` that are not in this set.
    public func holes(in timeframe: Timeframe) -> TimeframeSet {
        var holes = TimeframeSet()
        var start = timeframe.start
        for stretch in timeframes where stretch.end < timeframe.start && stretch.start > timeframe.end {
            if let hole = Timeframe(from: start, downTo: stretch.start) {
                holes.timeframes.append(hole)
            }
            start = stretch.end
        }
        if let hole = Timeframe(from: start, downTo: timeframe.end) {
            holes.timeframes.append(hole)
        }
        return holes
    }

    public func contains(_ time: Timestamp) -> Bool {
        stretch(at: time) != nil
    }

    public func contains(_ timeframe: Timeframe) -> Bool {
        timeframes.contains { $0.contains(timeframe) }
    }

    /// Returns the timeframe of the set that contains `time`, or `nil` if there is none.
    public func stretch(at time: Timestamp) -> Timeframe? {
        timeframes.first { $0.contains(time) }
    }
}

extension TimeframeSet: Codable {
    /// Encodes as the list of timeframes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(timeframes)
    }

    /// Decodes a list of timeframes in any order.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Timeframe].self))
    }
}

/// A set of points in time, kept as the fewest timeframes that hold them: disjoint, not touching, newest first.
///
/// Every operation costs time in proportion to the number of timeframes in the sets concerned (which is the number of
/// holes plus one, and small), never to the time that they span.
public struct TimeframeSet: Hashable, Sendable {
    /// The timeframes: disjoint, not touching, newest first.
    public private(set) var timeframes: [Timeframe]

    /// Makes the empty set.
    public init() {
        timeframes = []
    }

    /// Makes the set of all points that lie in any of `timeframes`, in whatever order they come.
    public init(_ timeframes: some Sequence<Timeframe>) {
        self.init()
        for timeframe in timeframes {
            insert(timeframe)
        }
    }

    /// Whether it holds nothing.
    public var isEmpty: Bool { timeframes.isEmpty }

    /// The newest bound of all; nil where it is empty.
    public var newest: Timestamp? { timeframes.first?.start }

    /// The oldest bound of all; nil where it is empty.
    public var oldest: Timestamp? { timeframes.last?.end }

    /// Adds all of `timeframe`.
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

    /// Takes all of `timeframe` out.
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

    /// Adds all of `other`.
    public mutating func formUnion(_ other: TimeframeSet) {
        for timeframe in other.timeframes {
            insert(timeframe)
        }
    }

    /// All that lies in either set.
    public func union(_ other: TimeframeSet) -> TimeframeSet {
        var result = self
        result.formUnion(other)
        return result
    }

    /// All that lies in this set and not in `other`.
    public func subtracting(_ other: TimeframeSet) -> TimeframeSet {
        var result = self
        for timeframe in other.timeframes {
            result.remove(timeframe)
        }
        return result
    }

    /// What of this set lies in `timeframe`.
    public func intersection(_ timeframe: Timeframe) -> TimeframeSet {
        var result = TimeframeSet()
        result.timeframes = timeframes.compactMap { $0.intersection(timeframe) }
        return result
    }

    /// What of `timeframe` does not lie in this set.
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

    /// Whether `time` lies in it.
    public func contains(_ time: Timestamp) -> Bool {
        stretch(at: time) != nil
    }

    /// Whether all of `timeframe` lies in it.
    public func contains(_ timeframe: Timeframe) -> Bool {
        timeframes.contains { $0.contains(timeframe) }
    }

    /// The stretch that `time` lies in.
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

    /// Decodes a list of timeframes, in whatever order they come.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Timeframe].self))
    }
}

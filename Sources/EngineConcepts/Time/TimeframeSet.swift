/// A set of points in time, stored as the fewest possible timeframes: disjoint, not touching, newest first.
///
/// The number of timeframes is small. With one timeframe or time, operations take time in proportion to it; between two
/// sets, in proportion to the product of their numbers. The length of timeframes does not matter.
public struct TimeframeSet: Hashable, Sendable {
    /// Disjoint, not touching, newest first.
    public private(set) var timeframes: [Timeframe]

    public init() { timeframes = [] }

    /// Creates the set of all times in `timeframe`.
    public init(_ timeframe: Timeframe) { timeframes = [timeframe] }

    /// Creates the union of `timeframes`, which can be in any order.
    public init(_ timeframes: some Sequence<Timeframe>) {
        self.init()
        for timeframe in timeframes { insert(timeframe) }
    }

    public var isEmpty: Bool { timeframes.isEmpty }

    /// The newest bound, or `nil` if the set is empty.
    public var newest: Timestamp? { timeframes.first?.start }

    /// The oldest bound, or `nil` if the set is empty.
    public var oldest: Timestamp? { timeframes.last?.end }

    /// Adds a timeframe and joins it with those that it overlaps or touches.
    public mutating func insert(_ timeframe: Timeframe) {
        let first = timeframes.firstIndex { $0.end <= timeframe.start } ?? timeframes.endIndex
        var endIndex = first
        var newest = timeframe.start
        var oldest = timeframe.end
        while endIndex < timeframes.endIndex, timeframes[endIndex].start >= timeframe.end {
            newest = max(newest, timeframes[endIndex].start)
            oldest = min(oldest, timeframes[endIndex].end)
            endIndex += 1
        }
        guard let joined = Timeframe(from: newest, downTo: oldest) else { return }
        timeframes.replaceSubrange(first..<endIndex, with: CollectionOfOne(joined))
    }

    /// Removes a timeframe and cuts those that it overlaps.
    public mutating func remove(_ timeframe: Timeframe) {
        let first = timeframes.firstIndex { $0.end < timeframe.start } ?? timeframes.endIndex
        let end = timeframes[first...].firstIndex { $0.start <= timeframe.end } ?? timeframes.endIndex
        guard first < end else { return }
        let newer = Timeframe(from: timeframes[first].start, downTo: timeframe.start)
        let older = Timeframe(from: timeframe.end, downTo: timeframes[end - 1].end)
        timeframes.removeSubrange(first..<end)
        if let older { timeframes.insert(older, at: first) }
        if let newer { timeframes.insert(newer, at: first) }
    }

    /// Adds the timeframes of another set.
    public mutating func formUnion(_ other: TimeframeSet) {
        for timeframe in other.timeframes { insert(timeframe) }
    }

    /// Returns the times of this set that are not in `other`.
    public func subtracting(_ other: TimeframeSet) -> TimeframeSet {
        var result = self
        for timeframe in other.timeframes { result.remove(timeframe) }
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
        for present in timeframes where present.end < timeframe.start && present.start > timeframe.end {
            if let hole = Timeframe(from: start, downTo: present.start) { holes.timeframes.append(hole) }
            start = present.end
        }
        if let hole = Timeframe(from: start, downTo: timeframe.end) { holes.timeframes.append(hole) }
        return holes
    }

    /// Returns true if a timeframe of the set contains `time`.
    public func contains(_ time: Timestamp) -> Bool { self.timeframe(containing: time) != nil }

    /// Returns true if a single timeframe of the set contains all of `timeframe`.
    public func contains(_ timeframe: Timeframe) -> Bool {
        timeframes.contains { $0.contains(timeframe) }
    }

    /// Returns the timeframe of the set that contains `time`, or `nil` if there is none.
    public func timeframe(containing time: Timestamp) -> Timeframe? {
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

/// A block of time that runs backwards, as a timeline is read: from its `start` (newer, excluded) to its `end` (older,
/// included). A timeframe that ends at ``Timestamp/beginningOfTime`` has no end.
public struct Timeframe: Hashable, Sendable, Codable {
    /// The newer bound; not part of the timeframe.
    public let start: Timestamp
    /// The older bound; part of the timeframe.
    public let end: Timestamp

    /// Makes the timeframe from `start` back to `end`; nil where nothing lies between them.
    public init?(from start: Timestamp, downTo end: Timestamp) {
        guard end < start else { return nil }
        self.start = start
        self.end = end
    }

    /// All of time.
    public static let always = Timeframe(start: .endOfTime, end: .beginningOfTime)

    /// Everything older than `start`.
    public static func everythingBefore(_ start: Timestamp) -> Timeframe? {
        Timeframe(from: start, downTo: .beginningOfTime)
    }

    private init(start: Timestamp, end: Timestamp) {
        self.start = start
        self.end = end
    }

    /// Whether it reaches back to the beginning of time.
    public var isEndless: Bool {
        end == .beginningOfTime
    }

    /// How long it lasts; nil where it has no end.
    public var duration: Duration? {
        start.isFinite && end.isFinite ? start.since(end) : nil
    }

    /// Whether `time` lies in it.
    public func contains(_ time: Timestamp) -> Bool {
        end <= time && time < start
    }

    /// Whether all of `other` lies in it.
    public func contains(_ other: Timeframe) -> Bool {
        end <= other.end && other.start <= start
    }

    /// What it shares with `other`; nil where that is nothing.
    public func intersection(_ other: Timeframe) -> Timeframe? {
        Timeframe(from: min(start, other.start), downTo: max(end, other.end))
    }

    /// The largest part of it that consists of whole seconds; nil where it holds none.
    ///
    /// This is the only rounding that a claim may undergo: inwards, so that it never says more than it did.
    public var wholeSeconds: Timeframe? {
        Timeframe(from: start.flooredToSecond, downTo: end.ceiledToSecond)
    }
}

/// A range of time that runs backwards, as a timeline is read: from `start` (newer, excluded) to `end` (older,
/// included). A timeframe that ends at ``Timestamp/beginningOfTime`` is endless.
public struct Timeframe: Hashable, Sendable, Codable {
    /// The newer bound, excluded.
    public let start: Timestamp
    /// The older bound, included.
    public let end: Timestamp

    /// Creates the timeframe from `start` back to `end`, or returns `nil` if it would be empty.
    public init?(from start: Timestamp, downTo end: Timestamp) {
        guard end < start else { return nil }
        self.start = start
        self.end = end
    }

    /// All of time.
    public static let always = Timeframe(start: .endOfTime, end: .beginningOfTime)

    /// Returns everything older than `start`.
    public static func everythingBefore(_ start: Timestamp) -> Timeframe? {
        Timeframe(from: start, downTo: .beginningOfTime)
    }

    private init(start: Timestamp, end: Timestamp) {
        self.start = start
        self.end = end
    }

    /// True if it reaches back to the beginning of time.
    public var isEndless: Bool { end == .beginningOfTime }

    /// The length, or `nil` if one of the bounds is an open end.
    public var duration: Duration? { start.isFinite && end.isFinite ? start.since(end) : nil }

    /// Returns true if `time` is at or above ``end`` and below ``start``.
    public func contains(_ time: Timestamp) -> Bool { end <= time && time < start }

    /// Returns true if all of `other` lies within, bounds included.
    public func contains(_ other: Timeframe) -> Bool { end <= other.end && other.start <= start }

    /// Returns the common part, or `nil` if there is none.
    public func intersection(_ other: Timeframe) -> Timeframe? {
        Timeframe(from: min(start, other.start), downTo: max(end, other.end))
    }

    /// The largest part that consists of whole seconds, or `nil` if there is none.
    ///
    /// Claims are rounded only in this way: inwards, so that they never say more than before.
    public var wholeSeconds: Timeframe? {
        Timeframe(from: start.flooredToSecond, downTo: end.ceiledToSecond)
    }

    /// Decodes the bounds.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the timeframe would be empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        start = try container.decode(Timestamp.self, forKey: .start)
        end = try container.decode(Timestamp.self, forKey: .end)
        guard end < start else {
            throw DecodingError.dataCorruptedError(
                forKey: .end, in: container, debugDescription: "not before the start")
        }
    }
}

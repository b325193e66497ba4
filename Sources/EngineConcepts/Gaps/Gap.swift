/// The identity of a gap: its bounds.
public struct GapID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The bounds of the gap, in whole seconds.
    public let timeframe: Timeframe

    public init(_ timeframe: Timeframe) { self.timeframe = timeframe }

    /// Parses the text that ``description`` returns; returns `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        func bound(_ part: Substring, open: Timestamp) -> Timestamp? {
            part.isEmpty ? open : Int64(part, radix: 36).map(Timestamp.init(seconds:))
        }
        guard text.first == "g", parts.count == 2,
            let start = bound(parts[0].dropFirst(), open: .endOfTime),
            let end = bound(parts[1], open: .beginningOfTime),
            let timeframe = Timeframe(from: start, downTo: end)
        else { return nil }
        self.init(timeframe)
    }

    /// `g`, the newer bound, `-` and the older bound, in seconds since the epoch to base 36. An open end is empty.
    public var description: String {
        func bound(_ time: Timestamp) -> String { time.isFinite ? String(time.seconds, radix: 36) : "" }
        return "g\(bound(timeframe.start))-\(bound(timeframe.end))"
    }
}

/// A timeframe that at least one active supplier has not covered. Gaps are derived from coverage and never stored.
public struct Gap: Hashable, Sendable, Identifiable {
    /// The two ways in which a gap lies in the Track.
    public enum Kind: Hashable, Sendable {
        /// Nothing of the timeframe is shown. It lies between two loaded ranges or at the old end of the Track.
        case full
        /// Only some suppliers are missing; tickets of the others are shown within the gap.
        case partial
    }

    /// A supplier whose items are missing, with the reason.
    public struct Missing: Hashable, Sendable {
        public let supplier: SupplierID
        public let cause: GapCause

        public init(supplier: SupplierID, cause: GapCause) {
            self.supplier = supplier
            self.cause = cause
        }
    }

    /// The bounds, in whole seconds.
    public let timeframe: Timeframe
    public let kind: Kind
    /// The missing suppliers, sorted by identity; never empty.
    public let missing: [Missing]

    public init(timeframe: Timeframe, kind: Kind, missing: [Missing]) {
        self.timeframe = timeframe
        self.kind = kind
        self.missing = missing
    }

    public var id: GapID { GapID(timeframe) }

    /// True for the one gap of all suppliers that have loaded nothing, which lies beside the gaps of the others. See
    /// ``GapSelection/unloaded``.
    public var isOfUnloadedSuppliers: Bool { kind == .partial && timeframe == .always }

    /// True if another request can fill any part of the gap.
    public var canBeFilled: Bool { missing.contains { $0.cause.canBeFilled } }
}

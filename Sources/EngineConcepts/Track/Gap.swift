/// Why a supplier is missing from a gap.
public enum GapCause: Hashable, Sendable, Codable {
    /// Nobody has asked yet.
    case notAsked
    /// It was asked and has not answered yet.
    case slow
    /// It failed, with this message.
    case failed(Message)
    /// It asked for patience until then.
    case rateLimited(until: Timestamp?)
    /// It did not let the reader in, with this message.
    case notAuthorised(Message)
    /// The items left the source's window before anybody read them: so many, where the source counts its items.
    case agedOut(lost: Int? = nil)
    /// More items in one second than the source can page through.
    case tooDense
    /// The source does not page that far.
    case outOfReach

    /// Whether asking again can change anything.
    public var canBeFilled: Bool {
        switch self {
        case .notAsked, .slow, .failed, .rateLimited, .notAuthorised: true
        case .agedOut, .tooDense, .outOfReach: false
        }
    }
}

/// Names a gap by its bounds.
public struct GapID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The gap's bounds.
    public let timeframe: Timeframe

    /// Names the gap with these bounds.
    public init(_ timeframe: Timeframe) {
        self.timeframe = timeframe
    }

    /// Reads what ``description`` prints.
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

    /// `g`, the newer bound, `-`, the older bound: seconds since the epoch with base 36, nothing for an open end.
    public var description: String {
        func bound(_ time: Timestamp) -> String { time.isFinite ? String(time.seconds, radix: 36) : "" }
        return "g\(bound(timeframe.start))-\(bound(timeframe.end))"
    }
}

/// A timeframe that some active supplier has not covered. Derived from coverage, never stored.
public struct Gap: Hashable, Sendable, Identifiable {
    /// How a gap lies in the Track.
    public enum Kind: Hashable, Sendable {
        /// Nothing of the timeframe is shown. Between two loaded stretches, or everything older at the end.
        case full
        /// Only some suppliers are missing; the others' tickets go on below its newer bound.
        case partial
    }

    /// A supplier that is missing, and why.
    public struct Missing: Hashable, Sendable {
        /// Who is missing.
        public let supplier: SupplierID
        /// Why.
        public let cause: GapCause

        /// Names a missing supplier.
        public init(supplier: SupplierID, cause: GapCause) {
            self.supplier = supplier
            self.cause = cause
        }
    }

    /// Its bounds.
    public let timeframe: Timeframe
    /// How it lies in the Track.
    public let kind: Kind
    /// Who is missing, by name; never empty.
    public let missing: [Missing]

    /// Makes a gap.
    public init(timeframe: Timeframe, kind: Kind, missing: [Missing]) {
        self.timeframe = timeframe
        self.kind = kind
        self.missing = missing
    }

    /// Its name.
    public var id: GapID { GapID(timeframe) }

    /// Whether it is everything older, for those that are missing.
    public var isInfinite: Bool { timeframe.isEndless }

    /// Whether asking again can fill any of it.
    public var canBeFilled: Bool { missing.contains { $0.cause.canBeFilled } }

    /// The gap as a view shows it: a full one as it is, since what it withholds may belong to the view; a partial one
    /// with those of the view's suppliers that are missing, nil where none of them is.
    public func seen(in view: TrackView) -> Gap? {
        guard let suppliers = view.suppliers, kind == .partial else { return self }
        let missing = missing.filter { suppliers.contains($0.supplier) }
        return missing.isEmpty ? nil : Gap(timeframe: timeframe, kind: .partial, missing: missing)
    }
}

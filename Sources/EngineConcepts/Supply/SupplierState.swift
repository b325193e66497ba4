/// Everything that the engine stores about one supplier between fills.
public struct SupplierState: Hashable, Sendable {
    /// The ranges of time that the supplier has delivered.
    @CopyOnWrite public var ranges = SupplierRanges()
    /// The results of its requests.
    @CopyOnWrite public var requests = RequestHistory()
    /// Opaque text that the supplier asked to get back with its next request.
    public var memory: String?
    /// The source's own name, or `nil` if it never gave one.
    public var sourceName: String?
    /// The address to which the source has moved permanently, or `nil` if it has not moved.
    public var sourceAddress: String?
    /// A warning about the last answer, which was otherwise successful.
    public var warning: Message?
    /// The error that cut the last newest page short, or `nil` if that page was complete.
    public var interruption: Interruption?
    /// The last newest page if that looked out of date, or `nil` if it did not.
    public var outdatedPage: OutdatedPage?

    /// An error that cut a page short.
    public struct Interruption: Hashable, Sendable, Codable {
        public let error: SupplierError
        /// The time of the last request that was answered with this page.
        public let time: Timestamp

        public init(_ error: SupplierError, at time: Timestamp) {
            self.error = error
            self.time = time
        }
    }

    /// Creates the state of a supplier that was never asked.
    public init() {}

    /// Returns the reason why `timeframe` is missing.
    public func cause(of timeframe: Timeframe) -> GapCause {
        ranges.reason(of: timeframe) ?? requests.cause
    }

    /// Records a failed request. If it asked for an older page, the range stays missing for this reason even if the
    /// source answers other requests.
    ///
    /// - Parameter request: The request, or `nil` if unknown or if nothing was asked yet.
    public mutating func fail(_ error: SupplierError, of request: FetchRequest? = nil, at time: Timestamp) {
        let isOfNewest = request.map { $0.origin == .newest } ?? true
        requests.fail(error, at: time, isOfNewest: isOfNewest)
        guard let request, request.direction == .older, !isOfNewest else { return }
        switch error.code {
        // A rate limit expires by itself, and the user knows about a cancellation.
        case .rateLimited, .cancelled: ranges.clearFailure(below: request.edge)
        default: ranges.markFailed(below: request.edge, cause: error.gapCause)
        }
    }

    /// Removes tokens and failures, both of the whole source and of single pages, so that the next request starts
    /// afresh. Keeps ``GapCause/agedOut(lost:)`` and a rate limit that holds at `now`.
    public mutating func restart(at now: Timestamp) {
        requests.clearFailures(at: now)
        ranges.restart()
    }

    /// Removes recorded reasons for ranges that touch `timeframe`, so that they are requested once more. Losses that
    /// were counted stay lost. Returns what ``restore(_:)`` needs.
    public mutating func reopen(_ timeframe: Timeframe) -> [ReopenedRange] {
        ranges.reopen(timeframe).map { ReopenedRange($0, in: ranges) }
    }

    /// Records the reasons of reopened ranges again, except where the source has shown something new.
    public mutating func restore(_ reopened: [ReopenedRange]) {
        let unchanged = reopened.filter { $0.isUnchanged(in: self) }
        for range in unchanged { ranges.markUnreachable(range.reason) }
    }

    /// Removes all that is known of delivered items, so that the source is read as if for the first time. Keeps its name and
    /// address, a failure and a rate limit.
    public mutating func forgetDeliveries() {
        ranges = SupplierRanges()
        requests.forgetSuccesses()
        (memory, warning, interruption, outdatedPage) = (nil, nil, nil, nil)
    }
}

/// The members of all parts are stored in one object.
extension SupplierState: Codable {
    private enum CodingKeys: String, CodingKey {
        case memory, sourceName, sourceAddress, interruption, outdatedPage
        case warning = "remark"
    }

    public init(from decoder: any Decoder) throws {
        ranges = try SupplierRanges(from: decoder)
        requests = try RequestHistory(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        memory = try container.decodeIfPresent(String.self, forKey: .memory)
        sourceName = try container.decodeIfPresent(String.self, forKey: .sourceName)
        sourceAddress = try container.decodeIfPresent(String.self, forKey: .sourceAddress)
        warning = try container.decodeIfPresent(Message.self, forKey: .warning)
        interruption = try container.decodeIfPresent(Interruption.self, forKey: .interruption)
        outdatedPage = try container.decodeIfPresent(OutdatedPage.self, forKey: .outdatedPage)
    }

    public func encode(to encoder: any Encoder) throws {
        try ranges.encode(to: encoder)
        try requests.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(memory, forKey: .memory)
        try container.encodeIfPresent(sourceName, forKey: .sourceName)
        try container.encodeIfPresent(sourceAddress, forKey: .sourceAddress)
        try container.encodeIfPresent(warning, forKey: .warning)
        try container.encodeIfPresent(interruption, forKey: .interruption)
        try container.encodeIfPresent(outdatedPage, forKey: .outdatedPage)
    }
}

/// The status of a supplier.
public struct SupplierStatus: Hashable, Sendable, Identifiable {
    public var id: SupplierID
    /// The name on the screen.
    public var name: String
    public var kind: SupplierKind
    /// The results of its requests.
    public var requests: RequestHistory
    /// True if the source is paused, so that it is not asked.
    public var isPaused = false
    /// True if it is paused because its answers have crashed the program.
    public var hasCrashed = false
    /// The ranges that it covers.
    public var covered: TimeframeSet
    /// The time below which the source has no items, or `nil` if unknown.
    public var floor: SupplierRanges.Floor?
    /// The source's own name, or `nil` if it never gave one.
    public var sourceName: String?
    /// The address to which the source has moved permanently, or `nil` if it has not moved.
    public var sourceAddress: String?
    /// A warning about the last answer, which was otherwise successful, or `nil` if there is none or the last request failed.
    public var warning: Message?
    /// The error that cut the last answer short, which was otherwise successful, or `nil` if there is none or the last request
    /// failed.
    public var interruption: SupplierState.Interruption?
    /// The time since which the source has answered with an older version than before, as from a cache, or `nil` if its last
    /// answer was not older or the last request failed.
    public var outdatedSince: Timestamp?
    /// The backoff periods. Several can hold at once.
    public var backoffs: [Backoff] = []
    /// The period in which routine refreshes skip it because it failed, or `nil` if it did not.
    public var routineBackoff: Backoff?
    /// The actions that its tickets support.
    public var actions: Set<TicketAction.Kind>

    public init(
        id: SupplierID, name: String, kind: SupplierKind, requests: RequestHistory,
        covered: TimeframeSet = TimeframeSet(), floor: SupplierRanges.Floor? = nil, actions: Set<TicketAction.Kind> = []
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.requests = requests
        self.covered = covered
        self.floor = floor
        self.actions = actions
    }

    /// True if the source has never answered, so that everything of it is missing.
    public var hasLoadedNothing: Bool {
        requests.condition != .healthy && requests.lastSuccess == nil && covered.isEmpty && floor == nil
    }

    /// The warning that the answers are older than before, or `nil` if they are not.
    public var outdatedWarning: Message? {
        outdatedSince.map { Message("sourceIsOutdated", ["name": .text(name), "since": .local($0)]) }
    }

    /// All warnings about the last answer, or `nil` if there are none.
    public var warnings: Message? { Message.sentences([warning, outdatedWarning].compactMap(\.self)) }

    /// The error of the last request, or `nil` if it did not fail.
    public var lastError: SupplierError? {
        if case .failed(let error, _) = requests.condition { error } else { nil }
    }

    /// The error of the last request, or the one that cut its document short. `nil` if the source has answered completely, was
    /// never asked, or still answers.
    public var currentError: SupplierError? {
        lastError ?? (requests.condition == .healthy ? interruption?.error : nil)
    }

    /// True if the source needs the user's attention: its last request failed or its last document is incomplete, or it is
    /// paused because its answers have crashed the program. Counts of failed sources all use it.
    public var isFailing: Bool { isPaused ? hasCrashed : currentError != nil }

    /// Returns true if the source is permanently gone, or has failed several times in a row and not answered for a day. A
    /// source that never answered needs only six hours of failures.
    public func isFailingForLong(at now: Timestamp) -> Bool {
        guard let error = lastError, error.code != .rateLimited else { return false }
        if error.code == .gone { return true }
        let limit =
            requests.lastSuccess.map { $0.advanced(by: .seconds(86_400)) }
            ?? requests.failingSince?.advanced(by: .seconds(21_600))
        return requests.failures >= 3 && limit.map { $0 < now } ?? false
    }

    /// True if the source is permanently gone.
    public var isGone: Bool { lastError?.code == .gone }

    /// True if the last request reached no host, as without a connection.
    public var isUnreachable: Bool {
        guard let error = lastError, error.code == .unreachable || error.code == .timedOut else { return false }
        return [.hostNotFound, .connectionFailed, .connectTooSlow, .connectTimedOut].contains(error.reason)
    }

    /// Returns the backoff that makes a refresh at `now` skip the supplier, or `nil` if there is none. Of several,
    /// returns the one that ends last.
    public func backoff(at now: Timestamp) -> Backoff? {
        backoffs.filter { $0.isActive(at: now) }.max { $0.until < $1.until }
    }
}

extension Collection<SupplierStatus> {
    /// True if no supplier can be reached, as without a connection. A single one may be at fault itself. Suppliers that
    /// are paused or were never asked do not count.
    public var isOffline: Bool {
        var unreachable = 0
        for status in self where status.requests.condition != .notAsked && !status.isPaused {
            // The first one that can be reached decides; the screen asks with every frame.
            guard status.isUnreachable else { return false }
            unreachable += 1
        }
        return unreachable > 1
    }
}

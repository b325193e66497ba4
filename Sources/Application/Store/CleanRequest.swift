package import EngineConcepts
package import Storage

/// The parameters of `fiber clean`.
package struct CleanRequest: ForwardedRequest {
    package typealias Outcome = CleanResult

    /// Read items of an earlier time are removed; `nil` for no such limit.
    var oldest: Timestamp?
    /// The number of newest items that each source keeps, or `nil` for all.
    var newestOfEach: Int?
    /// True to also remove items of sources that are not in the library, read or not; `nil` to remove no others. A Fiber of an
    /// earlier version requires a value, so it refuses a request without one instead of removing items of all sources.
    private let includesUnfollowed: Bool?

    /// - Parameter scope: The active suppliers are the sources in the library.
    package init(oldest: Timestamp? = nil, newestOfEach: Int? = nil, scope: Retention.Scope = .active) {
        self.oldest = oldest
        self.newestOfEach = newestOfEach
        includesUnfollowed =
            switch scope {
            case .active: false
            case .all: true
            case .inactive: nil
            }
    }

    /// The request to remove all items of sources that are not in the library, and no others.
    package static let ofUnfollowed = CleanRequest(newestOfEach: 0, scope: .inactive)

    package var envelope: RequestEnvelope.Request { .clean(self) }

    /// True if nothing is removed.
    package var keepsEverything: Bool { oldest == nil && newestOfEach == nil }

    /// The sources whose items are removed: the active suppliers are those in the library.
    var scope: Retention.Scope {
        switch includesUnfollowed {
        case false?: .active
        case true?: .all
        case nil: .inactive
        }
    }

    /// The request for the store.
    var retention: Retention { Retention(oldest: oldest, newestOfEach: newestOfEach, scope: scope) }

    /// Throws if items would be removed although even the newest one is older than the limit: the clock may be years ahead.
    package func requirePlausibleAge(in store: TrackDatabase) async throws {
        guard let oldest, let newest = try await store.newestItemTime(), newest < oldest else { return }
        guard try await counts(in: store).removable.values.contains(where: { $0 > 0 }) else { return }
        throw CommandFailure(
            Message("cleanClockAhead", ["time": .local(newest)]), advice: Message("cleanClockAheadAdvice"))
    }

    /// Returns the number of items to remove of each source, and a message about those that stay only because their source is
    /// not in the library, or `nil` if there are none.
    package func counts(in store: TrackDatabase) async throws -> (removable: [SupplierID: Int], staying: Message?) {
        guard scope == .active else { return (try await store.removableCounts(by: retention), nil) }
        var retention = retention
        retention.scope = .all
        let all = try await store.removableCounts(by: retention)
        let active = try await store.record().active
        let removable = all.filter { active.contains($0.key) }
        let count = all.values.reduce(0, +) - removable.values.reduce(0, +)
        return (removable, count > 0 ? Message("cleanUnfollowedStay", ["tickets": .tickets(count)]) : nil)
    }
}

/// The result of a cleaning, so that another process can print it in its language.
package struct CleanResult: Codable {
    /// The number of removed tickets.
    package let removed: Int
    /// The bytes by which the store's file has become smaller.
    package let freedBytes: Int
    /// Says how many tickets stay only because their source is not in the library, or `nil` if there are none.
    let staying: Message?

    package var message: Message {
        let done = Message("cleaned", ["tickets": .tickets(removed), "size": .bytes(freedBytes)])
        return staying.map { Message.sentences(done, $0) } ?? done
    }
}

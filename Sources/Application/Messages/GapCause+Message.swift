package import EngineConcepts

extension Gap.Missing {
    /// Returns the cause as a message.
    ///
    /// - Parameter answered: The suppliers that have answered a request. It would be wrong to say that they were not asked:
    ///   their answers had other items than the missing ones, such as those of an older document.
    package func message(answered: Set<SupplierID>) -> Message {
        cause == .notAsked && answered.contains(supplier) ? Message("causeNotLoaded") : cause.message
    }
}

extension TrackSnapshot {
    /// The suppliers that have answered a request.
    package var answered: Set<SupplierID> {
        Set(suppliers.lazy.filter { $0.requests.lastSuccess != nil }.map(\.id))
    }
}

extension GapCause {
    /// True if the source failed.
    var isFailure: Bool {
        switch self {
        case .failed, .notAuthorised: true
        case .notAsked, .slow, .rateLimited, .agedOut, .tooDense, .outOfReach: false
        }
    }

    /// The cause as a message.
    package var message: Message {
        switch self {
        case .notAsked: Message("causeNotRequested")
        case .slow: Message("causeSlow")
        case .failed(let message), .notAuthorised(let message): message
        case .rateLimited(nil): Message("causeRateLimited")
        case .rateLimited(let until?):
            Message(
                "limitedUntil", ["first": .message(GapCause.rateLimited(until: nil).message), "time": .local(until)])
        case .agedOut(let lost?): Message("causeAgedOutCount", ["0": .number(lost)])
        case .agedOut(nil): Message("causeAgedOut")
        case .tooDense: Message("causeTooDense")
        case .outOfReach: Message("causeOutOfReach")
        }
    }
}

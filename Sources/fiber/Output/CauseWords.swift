import EngineConcepts

extension SupplierError {
    /// Returns the message, with the source's backoff if there is one.
    func message(_ backoff: Backoff?) -> Message {
        backoff.map { .sentences(message, $0.message) } ?? message
    }
}

extension Backoff {
    /// The end of the backoff.
    var message: Message { Message("backoffUntil", ["time": .time(until)]) }
}

extension GapCause {
    /// The stable code of the cause for scripts.
    var code: String {
        switch self {
        case .notAsked: "not-asked"
        case .slow: "slow"
        case .failed: "failed"
        case .rateLimited: "rate-limited"
        case .notAuthorised: "not-authorised"
        case .agedOut: "aged-out"
        case .tooDense: "too-dense"
        case .outOfReach: "out-of-reach"
        }
    }

    /// True if the source failed.
    var isFailure: Bool {
        switch self {
        case .failed, .notAuthorised: true
        case .notAsked, .slow, .rateLimited, .agedOut, .tooDense, .outOfReach: false
        }
    }

    /// The cause in words, as part of a sentence.
    var phrase: String {
        let words = Console.words(message)
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    /// The cause as a message.
    var message: Message {
        switch self {
        case .notAsked: Message("causeNotRequested")
        case .slow: Message("causeSlow")
        case .failed(let message), .notAuthorised(let message): message
        case .rateLimited(let until?): Message("causeRateLimitedUntil", ["0": .time(until)])
        case .rateLimited(nil): Message("causeRateLimited")
        case .agedOut(let lost?): Message("causeAgedOutCount", ["0": .number(lost)])
        case .agedOut(nil): Message("causeAgedOut")
        case .tooDense: Message("causeTooDense")
        case .outOfReach: Message("causeOutOfReach")
        }
    }
}

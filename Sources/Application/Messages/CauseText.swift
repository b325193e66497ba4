package import EngineConcepts
package import Localization

extension Message {
    /// Returns the message without the host that it begins with, for use beside the name or the address of its source.
    package func besideSource(in localizer: Localizer) -> Message {
        localizer.withoutHost(self).map(Message.verbatim) ?? self
    }

    /// Returns the message beside the name of its source, as part of a sentence.
    package func phrase(in localizer: Localizer) -> String {
        let text = localizer.withoutHost(self) ?? localizer(self)
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension SupplierError {
    /// Returns the message, with the source's backoff if there is one.
    package func message(_ backoff: Backoff?) -> Message {
        guard let backoff else { return message }
        let time = Message.Argument.local(backoff.until)
        return switch message.key {
        case "serverError": Message("failedUntil", ["first": .message(message), "time": time])
        case "tooManyRequests", "rateLimited", "unavailable":
            Message("limitedUntil", ["first": .message(message), "time": time])
        default: .sentences(message, backoff.message)
        }
    }
}

extension Backoff {
    /// The end of the backoff.
    var message: Message { Message("backoffUntil", ["time": .local(until)]) }
}

extension GapCause {
    /// The stable code of the cause for scripts.
    package var code: String {
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

    /// The cause as a message.
    package var message: Message {
        switch self {
        case .notAsked: Message("causeNotRequested")
        case .slow: Message("causeSlow")
        case .failed(let message), .notAuthorised(let message): message
        case .rateLimited(let until?): Message("causeRateLimitedUntil", ["0": .local(until)])
        case .rateLimited(nil): Message("causeRateLimited")
        case .agedOut(let lost?): Message("causeAgedOutCount", ["0": .number(lost)])
        case .agedOut(nil): Message("causeAgedOut")
        case .tooDense: Message("causeTooDense")
        case .outOfReach: Message("causeOutOfReach")
        }
    }
}

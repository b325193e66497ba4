import EngineConcepts

extension SupplierError {
    /// Returns the message, with the source's backoff if there is one.
    func message(_ backoff: Backoff?) -> Message {
        backoff.map { .sentences(message, $0.message) } ?? message
    }
}

extension Backoff {
    /// The end of the backoff in words.
    var words: String { "It is not requested again before \(until.rfc3339)." }
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
        case .notAsked: "not requested yet"
        case .slow: "has not answered yet"
        case .failed(let message): message
        case .rateLimited(.some(let until)): "rate limited until \(until.rfc3339)"
        case .rateLimited(nil): "rate limited"
        case .notAuthorised(let message): message
        case .agedOut(let lost?): "aged out: the source no longer offers items of that time; \(lost) were missed"
        case .agedOut(nil): "aged out: the source no longer offers items of that time"
        case .tooDense: "too many items in one second for the source to page through"
        case .outOfReach: "older than the source offers"
        }
    }
}

import EngineConcepts

extension SupplierError {
    /// Returns the error in words, with the source's backoff if there is one.
    func words(_ backoff: Backoff?) -> String {
        backoff.map { "\(description) \($0.words)" } ?? description
    }
}

extension Backoff {
    /// The end of the backoff in words.
    var words: String { "It is left in peace until \(until.rfc3339)." }
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
        let words = words
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    /// The cause in words.
    var words: String {
        switch self {
        case .notAsked: "not asked yet"
        case .slow: "has not answered yet"
        case .failed(let message): message
        case .rateLimited(.some(let until)): "asked for patience until \(until.rfc3339)"
        case .rateLimited(nil): "asked for patience"
        case .notAuthorised(let message): message
        case .agedOut(let lost?): "aged out: the source keeps no items of that time; \(lost) were lost"
        case .agedOut(nil): "aged out: the source keeps no items of that time"
        case .tooDense: "more items in one second than the source can page through"
        case .outOfReach: "the source does not page that far"
        }
    }
}

package import EngineConcepts

/// The failure of a source in a run.
package struct SourceFailure: Codable {
    package let reason: Reason
    let remedy: Remedy

    package struct Reason: Hashable, Codable {
        let error: Message
        /// True if the source was not requested because of an earlier failure.
        var isEarlier = false

        /// The cause, which the reasons of several sources can have in common.
        var cause: Cause { Cause(key: error.causeKey, isEarlier: isEarlier) }

        struct Cause: Hashable {
            let key: String
            let isEarlier: Bool
        }

        /// The message: the error, and that the source was not requested because of it.
        package var message: Message { isEarlier ? Message("sourceSkipped", ["first": .message(error)]) : error }
    }

    /// The remedies for a failed source.
    enum Remedy: String, Codable {
        /// Nothing: it is gone or rate limited.
        case none
        /// Another request.
        case another
        /// A fill: the newest items have arrived, and a refresh asks for no others.
        case fill
        /// A restart, because its backoff would outlast other requests.
        case restart
    }

    /// Returns the failure of a source, or `nil` if there is none.
    ///
    /// A routine refresh reports a source that it did not request only if that is due and limits requests. No other source that
    /// it skipped is due: one that fails or is gone is reported whenever it is requested.
    ///
    /// - Parameters:
    ///   - name: The name by which commands know the source.
    ///   - began: The start of the run; earlier failures do not count.
    ///   - now: The end of the run.
    init?(_ status: SupplierStatus, named name: String, since began: Timestamp, in run: FillRun.Kind, now: Timestamp) {
        switch status.requests.condition {
        case .failed(let error, let failed):
            let backoff = status.backoff(at: now).flatMap { run == .fill && $0.reason == .failing ? nil : $0 }
            let wasAsked = failed >= began
            if run == .refresh(.routine), !wasAsked, !status.isLimitedWhileDue(at: began) { return nil }
            reason = Reason(error: error.message(backoff, advisingOn: name), isEarlier: !wasAsked && backoff != nil)
            remedy =
                switch backoff?.reason {
                case .requested: .none
                case .failing: .restart
                case nil where error.code == .gone: .none
                case nil where run != .fill: status.requests.lastSuccess.map { $0 >= began } == true ? .fill : .another
                case nil: .another
                }
        case .slow:
            reason = Reason(error: GapCause.slow.message)
            remedy = .another
        case .notAsked, .healthy: return nil
        }
    }

    /// Returns the failure of a source whose newest page was cut short, or `nil` if it was complete. A refresh by the user
    /// reports it even if it was too early for another request.
    ///
    /// - Parameter began: The start of the run; earlier pages do not count otherwise.
    init?(interrupted status: SupplierStatus, since began: Timestamp, in run: FillRun.Kind) {
        guard let interruption = status.interruption,
            interruption.time >= began || run == .refresh(.manual) && !status.isPaused
        else { return nil }
        reason = Reason(error: interruption.error.message)
        // The message says when it is requested again.
        remedy = .none
    }
}

extension SupplierStatus {
    /// Returns true if the source is due at `now` by its own schedule, but limits requests.
    fileprivate func isLimitedWhileDue(at now: Timestamp) -> Bool {
        let budget = requests.budget
        let due = budget.routineAt ?? budget.freshUntil
        return budget.requestsBackoff(at: now) && due.map { $0 <= now } ?? true
    }
}

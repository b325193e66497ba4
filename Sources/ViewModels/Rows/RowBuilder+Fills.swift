import EngineConcepts

/// The outcomes of fills as texts.
extension RowBuilder {
    /// Returns the outcome of a fill that the user started, with `isError` if a source failed; `nil` while it runs.
    func outcome(of state: FillState, isRefresh: Bool, in context: Context) -> (text: String, isError: Bool)? {
        switch state {
        case .queued, .filling, .cancelling: return nil
        case .cancelled: return (localizer(.fillCancelled), false)
        case .failed(let failure): return (localizer(.fillFailed, .message(failure.message)), true)
        case .done(let outcome):
            let result = resultText(outcome, isRefresh: isRefresh)
            let errors = outcome.errors
            guard errors.isEmpty else { return (errorText(errors, after: result, in: context), true) }
            // The answers of slow sources are still awaited, and come without a further request.
            let slow = outcome.failures.keys.sorted()
            guard !slow.isEmpty else { return (result, false) }
            return (localizer(.refreshStillLoading, .text(result), .text(names(of: slow, in: context))), false)
        }
    }

    /// Returns the source whose error is in the text about the outcome of a fill, or `nil` if there is none.
    func sourceWithError(of outcome: FillOutcome, in context: Context) -> SupplierID? {
        let errors = outcome.errors
        return errors.count == 1 && !context.isOffline ? errors.keys.first : nil
    }

    private func resultText(_ outcome: FillOutcome, isRefresh: Bool) -> String {
        // At the end of the timeline, stored tickets that are revealed count too. A refresh reports only new ones.
        switch (outcome.inserted + (isRefresh ? 0 : outcome.revealed), isRefresh) {
        case (0, true): localizer(.refreshNothingNew)
        // There may be more where a source has failed or not answered yet.
        case (0, false) where !outcome.errors.isEmpty: localizer(.fillLoadedNothing)
        case (0, false) where !outcome.failures.isEmpty: localizer(.fillLoadedNothingYet)
        case (0, false): localizer(.fillBroughtNothing)
        case (let count, true) where outcome.late > 0:
            localizer(.refreshBroughtLate, .number(count), .number(outcome.late))
        case (let count, true): localizer(.refreshBrought, .number(count))
        case (let count, false): localizer(.fillBrought, .number(count))
        }
    }

    /// Returns the sources that failed, after the result. A single one is named with its error.
    private func errorText(_ errors: [SupplierID: GapCause], after result: String, in context: Context) -> String {
        if context.isOffline { return localizer(.refreshOffline) }
        let accounts = Set(errors.values.map(\.refusedAccount))
        if accounts.count == 1, let account = accounts.first ?? nil {
            return localizer(.refreshTrouble, .text(result), .text(localizer(.signInAgain, .text(account))))
        }
        let names = names(of: errors.keys.sorted(), in: context)
        guard errors.count == 1, let cause = errors.values.first else {
            return localizer(.refreshTroubles, .text(result), .text(names))
        }
        var text = causeText(cause, of: Array(errors.keys), in: context)
        if case .notAuthorised(let message) = cause, message.reason == .loginRequired {
            text = localizer(.causeLogin, .text(text))
        }
        return localizer(.refreshTrouble, .text(result), .text(Self.text(text, beginningWith: names)))
    }
}

nonisolated extension FillOutcome {
    /// The failures without those of slow sources, which have not failed yet.
    fileprivate var errors: [SupplierID: GapCause] { failures.filter { $0.value != .slow } }
}

extension GapCause {
    /// The account that its server no longer accepts, or `nil` for any other cause.
    fileprivate var refusedAccount: String? {
        guard case .notAuthorised(let message) = self, message.reason == .accountSignInAgain,
            case .text(let account)? = message.arguments["account"]
        else { return nil }
        return account
    }
}

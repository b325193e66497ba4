public import EngineConcepts

/// What fills came to, in words.
extension RowBuilder {
    /// What a fill came to that the reader asked for, and whether something went wrong; nil while it goes on.
    public func outcome(of state: FillState, isRefresh: Bool, in context: Context) -> (words: String, isWrong: Bool)? {
        switch state {
        case .queued, .filling, .cancelling: return nil
        case .cancelled: return (wording(.fillCancelled), false)
        case .failed(let words): return (wording(.fillFailed, .words(wording.ofTroubles(words))), true)
        case .done(let outcome):
            let brought = brought(outcome, isRefresh: isRefresh)
            guard !outcome.troubles.isEmpty else { return (brought, false) }
            return (troubles(of: outcome, beside: brought, in: context), true)
        }
    }

    private func brought(_ outcome: FillOutcome, isRefresh: Bool) -> String {
        // Below the last ticket, what is stored comes too; a refresh tells of what is new alone.
        switch (outcome.inserted + (isRefresh ? 0 : outcome.revealed), isRefresh) {
        case (0, true): wording(.refreshNothingNew)
        case (0, false): wording(.fillBroughtNothing)
        case (let count, true) where outcome.late > 0:
            wording(.refreshBroughtLate, .number(count), .number(outcome.late))
        case (let count, true): wording(.refreshBrought, .number(count))
        case (let count, false): wording(.fillBrought, .number(count))
        }
    }

    /// Who did not answer as they should, behind what came; of one alone also why.
    private func troubles(of outcome: FillOutcome, beside brought: String, in context: Context) -> String {
        let names = names(of: outcome.troubles.keys.sorted(), in: context)
        guard outcome.troubles.count == 1, let cause = outcome.troubles.values.first else {
            return wording(.refreshTroubles, .words(brought), .words(names))
        }
        let words = words(for: cause, in: context)
        // Messages of suppliers mostly name them already.
        return wording(.refreshTrouble, .words(brought), .words(words.hasPrefix(names) ? words : "\(names): \(words)"))
    }
}

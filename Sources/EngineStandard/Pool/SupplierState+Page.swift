package import EngineConcepts

extension SupplierState {
    /// Applies a page and returns the bound down or up to which the supplier is now complete, as
    /// ``EngineConcepts/SupplierRanges`` have it.
    package mutating func advance(by page: PageEvidence) -> Timestamp {
        let answer = page.answer
        let isNewest = page.request.origin == .newest
        requests.succeed(answer.budget, at: page.request.now)
        if let error = page.olderPageError { requests.fail(error, at: page.request.now, isOfNewest: false) }
        // Without the memory of the answer, the supplier does not know when its source is due. It is not asked before, since
        // the answer "not due" would claim the time above the page.
        if page.isOutdated { requests.budget.routineAt = requests.budget.routineAt ?? requests.budget.freshUntil }
        sourceName = answer.sourceName ?? sourceName
        sourceAddress = answer.sourceAddress ?? sourceAddress
        if isNewest && !answer.isUnchanged || answer.beginsAtTop {
            warning = answer.warning
            interruption = answer.interruption.map { Interruption($0, at: page.request.now) }
        } else if isNewest, answer.wasAsked, let known = interruption {
            // The document is still the incomplete one.
            interruption = Interruption(known.error, at: page.request.now)
        }
        let reached = ranges.apply(page)
        // The next answer must not be "not modified" if the page completes nothing yet, or if further items of the second of
        // the request may already have left the window.
        let completesNothing = page.isNewestOfPaged && reached == page.request.edge
        if completesNothing || page.isWithinRequestSecond {
            memory = nil
        } else if !isNewest || !page.isOutdated {
            // The validator of a newest page that is out of date is worth nothing.
            memory = answer.memory ?? memory
        }
        return reached
    }
}

package import EngineConcepts

extension SupplierState {
    /// Applies a page and returns the bound down or up to which the supplier is now complete, as
    /// ``EngineConcepts/SupplierRanges`` have it.
    package mutating func advance(by page: PageEvidence) -> Timestamp {
        let answer = page.answer
        let isNewest = page.request.origin == .newest
        var budget = answer.budget
        if !isNewest {
            // An older page does not change when the newest items are due.
            budget.freshUntil = budget.freshUntil ?? requests.budget.freshUntil
            budget.routineAt = budget.routineAt ?? requests.budget.routineAt
        }
        requests.succeed(budget, at: page.request.now)
        if let error = page.olderPageError { requests.fail(error, at: page.request.now, isOfNewest: false) }
        if page.isOutdated { waitUntilDue() }
        if isNewest { recordOutdated(page) }
        sourceName = answer.sourceName ?? sourceName
        if let address = answer.sourceAddress { sourceAddress = address.isEmpty ? nil : address }
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
            memory = answer.memoryOfNothing
            waitUntilDue()
        } else if !isNewest || !page.isOutdated || page.isRepeated {
            // The validator of a newest page that is out of date is worth nothing.
            memory = answer.memory ?? memory
        }
        return reached
    }

    /// Records a newest page that looks out of date. Another one, or "not modified" since the last one that did not, shows that
    /// an earlier page was out of date indeed.
    private mutating func recordOutdated(_ page: PageEvidence) {
        if !page.answer.isUnchanged {
            outdatedPage = page.outdatedPage
        } else if page.answer.wasAsked, let known = outdatedPage, !known.isCurrent {
            outdatedPage = nil
        }
    }

    /// Keeps the engine from asking before the source is due. Without the memory of the answer, the supplier does not know
    /// when that is, and its answer "not due" would claim the time above the page.
    private mutating func waitUntilDue() {
        requests.budget.routineAt = requests.budget.routineAt ?? requests.budget.freshUntil
    }
}

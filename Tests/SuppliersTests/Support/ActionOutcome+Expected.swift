import EngineConcepts

/// An outcome other than the expected one.
private struct UnexpectedOutcome: Error {
    let outcome: ActionOutcome
}

extension ActionOutcome {
    /// Returns the item of an action that was done. Throws any other outcome.
    func done() throws -> SourceItem? {
        guard case .done(let item) = self else { throw UnexpectedOutcome(outcome: self) }
        return item
    }

    /// Returns the error of an action that was refused. Throws any other outcome.
    func refusal() throws -> SupplierError {
        guard case .refused(let error) = self else { throw UnexpectedOutcome(outcome: self) }
        return error
    }

    /// Returns the error of an action that was not done and may be tried again. Throws any other outcome.
    func failure() throws -> SupplierError {
        guard case .failed(let error) = self else { throw UnexpectedOutcome(outcome: self) }
        return error
    }

    /// Returns the error of an action that may have happened. Throws any other outcome.
    func uncertainty() throws -> SupplierError {
        guard case .uncertain(let error) = self else { throw UnexpectedOutcome(outcome: self) }
        return error
    }

    /// Returns the error of an action that the source would not recognise as a repetition. Throws any other outcome.
    func repetitionError() throws -> SupplierError {
        guard case .unrepeatable(let error) = self else { throw UnexpectedOutcome(outcome: self) }
        return error
    }
}

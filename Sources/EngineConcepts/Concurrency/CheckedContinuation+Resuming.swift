extension [CheckedContinuation<Void, Never>] {
    /// Resumes all waiters and removes them.
    package mutating func resumeAll() {
        for waiter in self { waiter.resume() }
        removeAll()
    }
}

/// Work that several requests share, such as the sign-in of their account: the one that began it does it, the others wait
/// for it.
package struct SharedTask<Value: Sendable>: Equatable, Sendable {
    private let task: Task<Result<Value, SupplierError>, Never>
    /// The waiting of the request that began the work, or `nil` if nobody measures it.
    private let beginner = RequestWait.current

    /// Begins the work. It continues even if the requests are cancelled.
    package init(_ work: @escaping @Sendable () async throws(SupplierError) -> Value) {
        task = Task { await Result.awaiting(work) }
    }

    package static func == (first: Self, second: Self) -> Bool { first.task == second.task }

    /// Waits for the result of the work.
    package func result() async -> Result<Value, SupplierError> {
        guard RequestWait.current !== beginner else { return await task.value }
        return await RequestWait.during { await task.value }
    }
}

import Foundation

/// Runs a call that may block on a thread of its own: the few threads of the shared pool are for work that goes on.
public func blockingCall<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
}

import Foundation

/// Returns or throws the outcome of `work`, which waits for other processes or for people: it runs on a thread of its own.
package func onOwnThread<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: Result(catching: work)) }.start()
    }
    return try result.get()
}

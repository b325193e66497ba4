import EngineConcepts

/// Returns or throws the outcome of `work` after `cleanUp`. Unlike the statements of a `defer`, `cleanUp` can wait.
package func withCleanup<Value>(_ work: () async throws -> Value, cleanUp: () async -> Void) async throws -> Value {
    let outcome = await Result.awaiting(work)
    await cleanUp()
    return try outcome.get()
}

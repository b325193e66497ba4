import EngineConcepts

/// Lets another process refresh, and follows what it commits.
struct RefreshForwarder: Sendable {
    let queue: FillQueue
    let committer: TrackCommitter
    let time: any TimeSource
    /// Refreshes these suppliers, even if they are paused, or all others if `nil`. Returns the number of new tickets, or `nil`
    /// if no process does it.
    let forward: @Sendable (Set<SupplierID>?) async throws -> Int?

    /// Starts a refresh. If the same one is running there already, returns that one.
    ///
    /// - Parameter reason: The failure if no process does it.
    func refresh(_ scope: FillScope, orFailWith reason: Message) -> FillID {
        let forwarded = queue.forward(.refresh(scope))
        guard forwarded.starts else { return forwarded.fill }
        let task = Task { queue.endForwarded(forwarded.fill, await end(of: scope, orFailWith: reason)) }
        queue.keep(task, waitingFor: forwarded.fill)
        return forwarded.fill
    }

    private func end(of scope: FillScope, orFailWith reason: Message) async -> FillState {
        let began = time.now()
        let paused: Set<SupplierID> = if scope.includesPaused { [] } else { await committer.pausedSuppliers }
        let suppliers = scope.suppliers?.subtracting(paused)
        do {
            guard let inserted = try await suppliers?.isEmpty == true ? 0 : forward(suppliers) else {
                return .failed(EngineFailure(reason))
            }
            await committer.follow()
            let failures = try await committer.current().record.failures(of: suppliers, since: began)
            return .done(FillOutcome(inserted: inserted, failures: failures))
        } catch {
            return .failed(EngineFailure(error))
        }
    }
}

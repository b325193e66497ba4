import EngineConcepts

extension TrackCommitter {
    var pausedSuppliers: Set<SupplierID> {
        get async { await readDirectory().paused }
    }

    private func readDirectory() async -> SupplierDirectory {
        await SupplierDirectory(of: controlUnit, watchedBy: fetchWatch)
    }

    /// Reads the suppliers again for the next snapshot, although the Track may not follow them now.
    func forgetDirectory() {
        knownDirectory = nil
        // Readings that run may have begun before the change.
        latestDirectoryRead = directoryReads
    }

    /// Reads the suppliers, and returns those that are known then: they stay if a reading that was begun later has ended first.
    /// If they have changed meanwhile, returns those that were read, and none are known.
    @discardableResult
    func updateDirectory() async -> SupplierDirectory {
        directoryReads += 1
        let number = directoryReads
        let read = await readDirectory()
        guard number > latestDirectoryRead else { return knownDirectory ?? read }
        (knownDirectory, latestDirectoryRead) = (read, number)
        return read
    }

    /// Updates the Track after the control unit's suppliers changed, and reports a failure.
    ///
    /// - Parameter answered: The times at which suppliers answered requests outside the engine. For suppliers that
    ///   join, rate limits older than that end.
    func suppliersChanged(answered: [SupplierID: Timestamp]) async {
        await hub.reporting(while: "changing the sources") { try await followControlUnit(answered: answered) }
    }

    /// Updates the Track after the control unit's suppliers changed.
    func followControlUnit(answered: [SupplierID: Timestamp] = [:]) async throws {
        try await locked {
            let paused = directory.paused
            let read = await updateDirectory()
            let before = try await followedState()
            // A change that comes meanwhile must not leave the Track without suppliers.
            let present = knownDirectory ?? read
            var record = before.record
            record.changeSuppliers(
                to: present.suppliers, answered: answered, endsStreams: !followsStreams, at: time.now())
            followsStreams = true
            guard record != before.record else {
                if present.paused != paused { publish(TrackChanges(version: before.record.version), before) }
                return
            }
            record.showCompleteHoles()
            try await commitSuppliers(record, after: before)
        }
    }

    /// Makes these suppliers, or all, discard their state in memory, and clears their stored tokens and failures. Claims
    /// stay, so that the next fill continues from there.
    func restartSuppliers(_ suppliers: Set<SupplierID>?) async {
        await controlUnit.restartSuppliers(suppliers)
        let now = time.now()
        await locked(while: "restarting the sources") {
            let before = try await followedState()
            var record = before.record
            for id in record.supplierStates.keys where suppliers?.contains(id) ?? true {
                record.supplierStates[id]?.restart(at: now)
            }
            guard record != before.record else { return }
            try await commitSuppliers(record, after: before)
        }
    }
}

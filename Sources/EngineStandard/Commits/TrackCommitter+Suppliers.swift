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

    /// Reads the suppliers. They stay if a reading that was begun later has ended first.
    func updateDirectory() async {
        directoryReads += 1
        let number = directoryReads
        let directory = await readDirectory()
        guard number > latestDirectoryRead else { return }
        (knownDirectory, latestDirectoryRead) = (directory, number)
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
            await updateDirectory()
            let before = try await followedState()
            var record = before.record
            record.changeSuppliers(
                to: directory.suppliers, answered: answered, endsStreams: !followsStreams, at: time.now())
            followsStreams = true
            guard record != before.record else {
                if directory.paused != paused { publish(TrackChanges(version: before.record.version), before) }
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

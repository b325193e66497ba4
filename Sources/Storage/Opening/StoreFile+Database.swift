import GRDB

extension StoreFile {
    /// Opens the store, or creates it with its directory. Leaves a file of another program or of a newer Fiber untouched.
    func openDatabase() throws -> any DatabaseWriter {
        try create()
        switch try inspect() {
        case .ours(let version) where version <= Schema.version: break
        case .ours: throw StorageError(.tooNew, path: path)
        case .foreign, .nothing: throw StorageError(.foreign, path: path)
        case .emptied: throw StorageError(.emptied, path: path)
        case .noDatabase: throw StorageError(.notADatabase, path: path)
        }
        return try StorageError.translating(path: path) {
            let pool = try DatabasePool(path: path, configuration: .store)
            let migrator = Schema.migrator
            let state = try pool.read { db in
                (isNewer: try migrator.hasBeenSuperseded(db), isCurrent: try migrator.hasCompletedMigrations(db))
            }
            guard !state.isNewer else { throw StorageError(.tooNew, path: path) }
            if !state.isCurrent { try migrate(pool, by: migrator) }
            return pool
        }
    }

    /// Migrates the store. If another process does so at the same time, a migration that both have chosen fails in one of them,
    /// which then continues behind those of the other.
    private func migrate(_ pool: DatabasePool, by migrator: DatabaseMigrator) throws {
        while true {
            let applied = try pool.read { try migrator.appliedIdentifiers($0) }
            do {
                return try migrator.migrate(pool)
            } catch {
                guard try pool.read({ try migrator.appliedIdentifiers($0) }) != applied else { throw error }
            }
        }
    }
}

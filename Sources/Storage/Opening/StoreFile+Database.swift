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
            if !state.isCurrent { try migrator.migrate(pool) }
            return pool
        }
    }
}

public import EngineConcepts

extension TrackDatabase: SettingStore {
    public func settings(_ names: [String]) async throws -> [String: String] {
        try await reading { reader in
            try names.reduce(into: [:]) { $0[$1] = try SettingRows(db: reader.db).value(of: $1) }
        }
    }

    public func settings(beginningWith prefix: String) async throws -> [String: String] {
        try await reading { try SettingRows(db: $0.db).values(beginningWith: prefix) }
    }

    public func setSetting(_ name: String, to value: String?) async throws {
        try await writing { try SettingRows(db: $0).apply(SettingChange(name, to: value)) }
    }
}

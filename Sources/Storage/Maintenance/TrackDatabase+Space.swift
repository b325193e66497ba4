import GRDB

/// Giving free space back to the file system.
extension TrackDatabase {
    /// The size of the store's file and the free space in it, in bytes.
    public struct Space: Hashable, Sendable {
        public let size: Int64
        public let free: Int64
        /// The size of a page in bytes.
        public let page: Int64
    }

    /// Returns the size of the store.
    public func space() async throws -> Space {
        try await reading { reader in
            func number(_ name: String) throws -> Int64 {
                try reader.db.integer("PRAGMA \(name)") ?? 0
            }
            let page = try number("page_size")
            return Space(size: try number("page_count") * page, free: try number("freelist_count") * page, page: page)
        }
    }

    /// Gives free space back to the file system in short steps, between which others can write.
    ///
    /// - Parameter progress: Called after each step with the number of bytes given back so far.
    public func reclaimSpace(_ progress: @Sendable (Int64) async -> Void) async throws {
        let before = try await space()
        var free = before.free
        while free > 0 {
            try Task.checkCancellation()
            try await writingAlone { try $0.run("PRAGMA incremental_vacuum(\(Self.pagesPerStep))") }
            let left = try await space().free
            guard left < free else { break }
            free = left
            await progress(before.free - free)
        }
        try await writingAlone { try $0.emptyLog() }
    }

    private static let pagesPerStep = 1000
}

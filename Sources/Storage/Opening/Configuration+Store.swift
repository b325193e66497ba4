import Dispatch
import GRDB

extension Configuration {
    /// The page cache of a connection to the store in KiB.
    static let storeCache = 4096

    /// The configuration of the store. Its caches bound resident memory, whatever the store's size: no memory mapping, whose
    /// pages count as resident, and few readers with small caches.
    static var store: Configuration {
        var configuration = Configuration()
        configuration.label = "fiber.store"
        // No higher: writing must not take the processor from the screen.
        configuration.qos = .default
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA cache_size = -\(storeCache);
                    PRAGMA mmap_size = 0;
                    PRAGMA journal_size_limit = 16777216;
                    """)
        }
        return configuration
    }
}

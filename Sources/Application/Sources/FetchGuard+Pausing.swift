package import EngineConcepts
import FiberConfiguration
package import Storage

extension FetchGuard {
    /// Returns the message that a source was paused, and how to try it again.
    package static func message(for id: SupplierID, named name: String) -> Message {
        Message("sourcePausedAfterCrashes", ["name": .text(name), "id": .text(id.rawValue)])
    }
}

extension Library {
    /// Returns the library with those sources paused that have crashed the program twice.
    func paused(by fetchGuard: FetchGuard) -> Library {
        guard fetchGuard.pausesAny else { return self }
        var library = self
        for var source in sources where !source.isPaused && fetchGuard.isPaused(source.id) {
            source.isPaused = true
            library.put(source)
        }
        return library
    }
}

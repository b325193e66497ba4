package import FiberConfiguration
import Suppliers

extension LibraryFile {
    /// Creates the user's library, with the kinds of source in Fiber.
    package init(in directories: Directories) {
        self.init(path: directories.libraryFile, kinds: .known) { SourceCatalog.standard.failure(of: $0) }
    }
}

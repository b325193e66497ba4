package import FiberConfiguration

extension LibraryFile {
    /// Creates the user's library, whose queries may name the kinds of source in Fiber.
    package init(in directories: Directories) { self.init(path: directories.libraryFile, kinds: .known) }
}

/// A path that completes a typed one.
public nonisolated struct PathMatch: Equatable, Sendable {
    /// The beginning of the path, with a slash at the end; empty for the working directory.
    public var directory: String
    /// The name of the file, that of a directory with a slash at the end.
    public var name: String

    var path: String { directory + name }

    /// Creates a match.
    public init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }
}

extension String {
    /// The name of a file or program without its directory.
    nonisolated var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}

import EngineConcepts

/// `library.toml` on disk. Reading is strict; writing changes the lines that have to change and no others, so that
/// comments, order and unknown keys of the reader survive.
public struct LibraryFile: Sendable {
    /// The file.
    public let path: String

    /// Stands for the file at `path`, which need not exist.
    public init(path: String) {
        self.path = path
    }

    /// What the file says; an empty library where there is none.
    public func read() throws(ConfigurationError) -> Library {
        guard let file = try TOMLFile(path: path) else { return Library() }
        return try Library(file)
    }

    /// Reads the file anew, changes it, and writes it where that made a difference.
    ///
    /// What is about to be written is read back first: where it does not say what was meant (the file holds something
    /// that line-wise editing does not understand), nothing is written.
    /// Several Fibers may do so at once: one after another, each on what the one before has written.
    public func update(_ change: (inout Library) -> Void) throws(ConfigurationError) -> Library {
        let turn = try FileTurn(beside: path)
        defer { turn.end() }
        let file = try TOMLFile(path: path)
        let before = try file.map { file throws(ConfigurationError) in try Library(file) } ?? Library()
        var after = before
        change(&after)
        guard after != before else { return before }
        var text = LibraryText(file?.text ?? Self.preamble)
        for source in before.sources where after.source(source.id) == nil {
            text.remove(source.id.rawValue)
        }
        for source in after.sources where before.source(source.id) != source {
            text.put(source, replacing: before.source(source.id))
        }
        let edited = text.text
        let written = try TOMLFile(path: path, text: edited)
        let kept = Set(before.sources.map(\.id)).intersection(after.sources.map(\.id))
        guard try Set(Library(written).sources) == Set(after.sources),
            LibraryRemainder(written, of: kept) == (file.map { LibraryRemainder($0, of: kept) } ?? LibraryRemainder())
        else {
            throw ConfigurationError(
                .unsafeEdit, file: path, "The change cannot be made without rewriting lines of yours.",
                advice: "Nothing was changed. Please edit the file by hand.")
        }
        try AtomicFile.write(edited, to: path)
        return after
    }

    private static let preamble = """
        # What you follow. Fiber writes this file when you add or change a source; you may edit it too.

        """
}

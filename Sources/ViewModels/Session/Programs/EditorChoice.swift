import WebText

/// The editor of the environment: `$VISUAL`, or else `$EDITOR`, or else vi.
nonisolated struct EditorChoice: Equatable {
    /// The program and its first arguments.
    let words: [String]

    /// The program's name without its directory.
    var name: String { words.first?.lastPathComponent ?? "" }

    init(_ environment: [String: String]) {
        let command = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
        words = command.map { CommandWords.split($0, home: environment["HOME"]) } ?? ["vi"]
    }
}

/// Splits the value of an environment variable that names a program.
nonisolated enum CommandWords {
    /// Returns the words with a shell's quotes. A text with an open quote is one word.
    static func split(_ text: String, home: String?) -> [String] {
        do { return try CommandLineSplitter.split(text, home: home) } catch { return [text] }
    }
}

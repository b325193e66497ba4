import EngineConcepts
import FiberConfiguration
import WebText

/// A command that was typed to get items: `less`, or `json jq .title` for another form than plain text.
struct PipedCommand {
    let form: ShareForm
    /// The program and its arguments.
    let words: [String]

    /// Reads a line. Throws a ``PresentableError`` if it names no command or is meant for a shell.
    init(_ line: String, home: String?) throws {
        let parts = line.split(separator: " ", maxSplits: 1)
        let named = parts.first.flatMap { ShareForm(name: String($0)) }
        let command = named == nil ? line : parts.dropFirst().joined()
        guard !command.allSatisfy(\.isWhitespace) else {
            throw SupplierError(.unsupported, MessageKey.pipeUsage.message())
        }
        if let word = try CommandLineSplitter.shellWord(in: command) {
            throw SupplierError(.unsupported, MessageKey.pipeNoShell.message([.text(word)]))
        }
        form = named ?? .document(.text)
        words = try CommandLineSplitter.split(command, home: home)
    }
}

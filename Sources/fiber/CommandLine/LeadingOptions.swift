/// The options of all commands that use the files of the user. They also stand before the command, as with git and curl.
enum LeadingOptions {
    private static let names: Set = ["--config", "--data"]

    /// Returns the arguments with these options behind the words of the command that they precede, where ArgumentParser
    /// expects them, and without them before `help`, which has none.
    static func moved(in arguments: [String]) -> [String] {
        var words = arguments[...]
        while let word = words.first, names.contains(String(word.prefix { $0 != "=" })) {
            words.removeFirst()
            if !word.contains("="), let value = words.first, !value.hasPrefix("-") { words.removeFirst() }
        }
        let options = arguments[..<words.startIndex]
        guard words.first != CommandPath.helpName else { return Array(words) }
        // Options after the command come later, so that these replace those before it.
        let place = words.firstIndex { $0.hasPrefix("-") } ?? words.endIndex
        return Array(words[..<place] + options + words[place...])
    }
}

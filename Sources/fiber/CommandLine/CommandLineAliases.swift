import ArgumentParser

/// Second names of commands and options, which are accepted but not listed: in help, completions and the manual page each
/// thing has one name.
enum CommandLineAliases {
    /// The engine's word for sources is accepted until 1.0.
    private static let commands = ["suppliers": "sources", "supplier": "source", "person": "people"]
    private static let options = ["--supplier": "--source"]

    /// Returns the arguments with the listed names in place of second ones. The name of an option that the command does not
    /// have stays, so that the error names what was typed.
    static func replacing(in arguments: [String]) -> [String] {
        var words = arguments
        let place = words.first == CommandPath.helpName ? 1 : 0
        if words.indices.contains(place), let command = commands[words[place]] { words[place] = command }
        // No option follows it.
        let end = words.firstIndex(of: "--") ?? words.endIndex
        for index in words[..<end].indices {
            let name = String(words[index].prefix { $0 != "=" })
            guard let option = options[name] else { continue }
            let type = CommandPath(words[place...]).usualType
            guard FiberCommand.unknownOption(in: [option], of: type) == nil else { continue }
            words[index] = option + words[index].dropFirst(name.count)
        }
        return words
    }
}

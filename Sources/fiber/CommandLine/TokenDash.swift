import ArgumentParser

/// The dash after `--token`, which is read from standard input. `account add` takes it as the value of the option, which is a
/// flag of other commands. All accept both forms.
enum TokenDash {
    private static let option = "--token"

    /// Returns the arguments with the dash where the command takes it, and without it elsewhere.
    static func fitted(in arguments: [String]) -> [String] {
        let options = arguments.prefix { $0 != "--" }
        guard let place = options.firstIndex(where: { $0 == option || $0 == "\(option)=-" }) else { return arguments }
        var words = arguments
        let next = words.dropFirst(place + 1).first
        if CommandPath(words[...]).usualType is AccountCommand.Add.Type {
            if words[place] == option, next?.hasPrefix("--") ?? true { words.insert("-", at: place + 1) }
        } else {
            if words[place] == option, next == "-" { words.remove(at: place + 1) }
            words[place] = option
        }
        return words
    }
}

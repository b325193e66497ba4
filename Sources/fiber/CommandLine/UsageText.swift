import Application
import Foundation

/// The text of a wrong command line: a sentence of the catalogues, then the usage of the command.
struct UsageText {
    /// The lines, without a line break at the end.
    let text: String

    /// Creates the text.
    ///
    /// - Parameters:
    ///   - full: What ArgumentParser prints, with the usage.
    ///   - failure: The failure alone, as ArgumentParser words it. Other wordings are printed unchanged.
    ///   - words: The command line.
    init(_ full: String, _ failure: String, of words: [String]) {
        let message = UsageFailure(text: failure, words: words).message
        let sentence = message.map { Console.text($0.shortened) } ?? failure
        var usage = full.range(of: "\nUsage:").map { String(full[$0.lowerBound...]) } ?? ""
        // Without a command, the options are those of the usual one, whose name was not typed.
        if words.first?.hasPrefix("-") ?? false {
            usage = usage.replacing("See 'fiber read --help'", with: "See 'fiber --help'")
        }
        text = "fiber: \(sentence)\(TranslatedHelp.console.usage(of: usage))"
    }
}

import Application
import EngineConcepts
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
        let sentence = Self.message(failure, words).map { Console.text($0.shortened) } ?? failure
        var usage = full.range(of: "\nUsage:").map { String(full[$0.lowerBound...]) } ?? ""
        // Without a command, the options are those of the usual one, whose name was not typed.
        if words.first?.hasPrefix("-") ?? false {
            usage = usage.replacing("See 'fiber read --help'", with: "See 'fiber --help'")
        }
        text = "fiber: \(sentence)\(TranslatedHelp.console.usage(of: usage))"
    }

    /// The sentences that say what the value of an option may be.
    private static let forms = [
        "--choose": "chooseForm", "--count": "countInvalid", "--every": "everyForm", "--items": "itemsInvalid",
        "--keep": "keepInvalid", "--limit": "limitInvalid", "--older-than": "daysInvalid",
        "--option": "voteNeedsOption", "--wait": "waitInvalid", "--width": "cardWidthInvalid",
    ]

    /// Returns a failure with an option's value, and what the value may be.
    ///
    /// - Parameter option: The option with the name of its value, such as `--limit <limit>`.
    private static func withForm(of option: Substring, _ failure: Message) -> Message {
        guard let form = forms[String(option.prefix { $0 != " " })] else { return failure }
        return .sentences(failure, Message(form))
    }

    /// Returns the failure of an option before a number below zero, which ArgumentParser takes for an option of its own.
    private static func failure(of option: Substring, before number: String, _ words: [String]) -> Message {
        let name = option.prefix { $0 != " " }
        if name == "--at" || name == "--until" && words.first == "rules" {
            return ArgumentValue.failure(ofTimeAhead: number)
        }
        guard !["--before", "--since", "--until"].contains(name) else {
            return Message("timeInvalid", ["text": .text(number)])
        }
        let failure = Message("usageValueInvalid", ["value": .text(number), "option": .text(String(name))])
        return withForm(of: option, failure)
    }

    private static func message(_ failure: String, _ words: [String]) -> Message? {
        func quoted(_ text: Substring) -> [Message.Argument] {
            text.matches(of: /'([^']*)'/).map { .text(String($0.output.1)) }
        }
        func named(_ text: Substring) -> Message.Argument { .text(TranslatedHelp.console.translatingPlaces(in: text)) }
        func option(_ text: Substring) -> Message.Argument { named(text.prefix { $0 != " " }) }
        if let match = failure.wholeMatch(of: /Unknown option '([^']*)'(?:\. Did you mean '([^']*)'\?)?/) {
            let unknown = Message.Argument.text(String(match.output.1))
            guard let meant = match.output.2 else { return Message("usageOptionUnknown", ["option": unknown]) }
            return Message("usageOptionMeant", ["option": unknown, "meant": .text(String(meant))])
        }
        // Of an argument that can be repeated, the name has an ellipsis behind it.
        if let match = failure.wholeMatch(of: /Missing expected argument '(.*?)(?: \.\.\.)?'/) {
            // A number below zero in its place is taken for an option.
            if let number = words.first(where: { $0.starts(with: /-\d/) }) {
                return Message("usageOptionUnknown", ["option": .text(number)])
            }
            return Message("usageArgumentMissing", ["argument": named(match.output.1)])
        }
        if let match = failure.wholeMatch(of: /Missing value for '(.*)'/) {
            let name = match.output.1.prefix { $0 != " " }
            if let number = zip(words, words.dropFirst()).first(where: { $0 == name && $1.starts(with: /-\d/) })?.1 {
                return Self.failure(of: match.output.1, before: number, words)
            }
            return withForm(of: match.output.1, Message("usageValueMissing", ["option": option(match.output.1)]))
        }
        // More than five choices are a list.
        if let match = failure.wholeMatch(
            of: /The value '(.*)' is invalid for '(.*?)'\. Please provide one of the following:((?:\n  - .*)+)/)
        {
            let choices = match.output.3.split(separator: "\n").map { Message.Argument.text(String($0.dropFirst(4))) }
            let (value, option) = (Message.Argument.text(String(match.output.1)), option(match.output.2))
            return Message("usageValueOneOf", ["value": value, "option": option, "words": .list(choices)])
        }
        // The error of a value that says itself what is wrong.
        if let match = failure.wholeMatch(of: /The value '.*' is invalid for '.*?': (.*)/) {
            return .verbatim(String(match.output.1))
        }
        if let match = failure.wholeMatch(of: /The value '(.*)' is invalid for '(.*?)'(?:\. Please provide (.*)\.)?/) {
            let (value, option) = (Message.Argument.text(String(match.output.1)), option(match.output.2))
            guard let choices = match.output.3.map(quoted), !choices.isEmpty else {
                return withForm(of: match.output.2, Message("usageValueInvalid", ["value": value, "option": option]))
            }
            return Message("usageValueOneOf", ["value": value, "option": option, "words": .list(choices)])
        }
        if let match = failure.wholeMatch(of: /The option '(.*)' does not take any value, but '.*' was specified\./) {
            return Message("usageTakesNoValue", ["option": .text(String(match.output.1))])
        }
        if let match = failure.wholeMatch(of: /(?:Unexpected argument|\d+ unexpected arguments:) ('.*')/) {
            let arguments = quoted(match.output.1)
                .map { argument in
                    Message.Argument.message(Message("quotedName", ["0": argument]))
                }
            return Message("usageArgumentsUnexpected", ["count": .number(arguments.count), "words": .list(arguments)])
        }
        return nil
    }
}

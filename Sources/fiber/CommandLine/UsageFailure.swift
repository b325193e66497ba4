import EngineConcepts

/// A failure of ArgumentParser, translated into a message of the catalogues.
struct UsageFailure {
    /// The failure as ArgumentParser words it.
    let text: String
    /// The command line.
    let words: [String]

    /// The message, or `nil` for another wording.
    var message: Message? {
        unknownOption ?? missingArgument ?? missingValue ?? invalidValue ?? unusedValue ?? unexpectedArguments
    }

    private var unknownOption: Message? {
        guard let match = text.wholeMatch(of: /Unknown option '([^']*)'(?:\. Did you mean '([^']*)'\?)?/) else {
            return nil
        }
        let unknown = Message.Argument.text(String(match.output.1))
        guard let meant = match.output.2 else { return Message("usageOptionUnknown", ["option": unknown]) }
        return Message("usageOptionMeant", ["option": unknown, "meant": .text(String(meant))])
    }

    private var missingArgument: Message? {
        // Of an argument that can be repeated, the name has an ellipsis behind it.
        guard let match = text.wholeMatch(of: /Missing expected argument '(.*?)(?: \.\.\.)?'/) else { return nil }
        // A number below zero in its place is taken for an option.
        if let number = words.first(where: { $0.starts(with: /-\d/) }) {
            return Message("usageOptionUnknown", ["option": .text(number)])
        }
        return Message("usageArgumentMissing", ["argument": Self.translated(match.output.1)])
    }

    private var missingValue: Message? {
        guard let match = text.wholeMatch(of: /Missing value for '(.*)'/) else { return nil }
        let option = match.output.1
        let name = Self.name(of: option)
        if let number = zip(words, words.dropFirst()).first(where: { $0 == name && $1.starts(with: /-\d/) })?.1 {
            return negativeNumber(number, for: option)
        }
        return Self.withForm(of: option, Message("usageValueMissing", ["option": Self.translated(name)]))
    }

    private var invalidValue: Message? {
        // More than five choices are a list.
        if let match = text.wholeMatch(
            of: /The value '(.*)' is invalid for '(.*?)'\. Please provide one of the following:((?:\n  - .*)+)/)
        {
            let choices = match.output.3.split(separator: "\n").map { Message.Argument.text(String($0.dropFirst(4))) }
            return Self.invalidValue(match.output.1, of: match.output.2, choices: choices)
        }
        // The error of a value that says itself what is wrong.
        if let match = text.wholeMatch(of: /The value '.*' is invalid for '.*?': (.*)/) {
            return .verbatim(String(match.output.1))
        }
        if let match = text.wholeMatch(of: /The value '(.*)' is invalid for '(.*?)'(?:\. Please provide (.*)\.)?/) {
            let choices = match.output.3.map(Self.quoted) ?? []
            return Self.invalidValue(match.output.1, of: match.output.2, choices: choices)
        }
        return nil
    }

    private var unusedValue: Message? {
        guard let match = text.wholeMatch(of: /The option '(.*)' does not take any value, but '.*' was specified\./)
        else { return nil }
        return Message("usageTakesNoValue", ["option": .text(String(match.output.1))])
    }

    private var unexpectedArguments: Message? {
        guard let match = text.wholeMatch(of: /(?:Unexpected argument|\d+ unexpected arguments:) ('.*')/) else {
            return nil
        }
        let arguments = Self.quoted(match.output.1)
            .map { argument in
                Message.Argument.message(Message("quotedName", ["0": argument]))
            }
        return Message("usageArgumentsUnexpected", ["count": .number(arguments.count), "words": .list(arguments)])
    }

    /// Returns the failure of an option before a number below zero, which ArgumentParser takes for an option of its own.
    private func negativeNumber(_ number: String, for option: Substring) -> Message {
        let name = Self.name(of: option)
        if name == "--at" || name == "--until" && words.first == "rules" {
            return ArgumentValue.failure(ofTimeAhead: number)
        }
        guard !["--before", "--since", "--until"].contains(name) else {
            return Message("timeInvalid", ["text": .text(number)])
        }
        let failure = Message("usageValueInvalid", ["value": .text(number), "option": .text(String(name))])
        return Self.withForm(of: option, failure)
    }

    private static func invalidValue(
        _ value: Substring, of option: Substring, choices: [Message.Argument]
    ) -> Message {
        var arguments = ["value": Message.Argument.text(String(value)), "option": translated(name(of: option))]
        guard !choices.isEmpty else { return withForm(of: option, Message("usageValueInvalid", arguments)) }
        arguments["words"] = .list(choices)
        return Message("usageValueOneOf", arguments)
    }

    /// The sentences that say what the value of an option may be.
    private static let forms = [
        "--choose": "chooseForm", "--count": "countInvalid", "--every": "everyForm", "--items": "itemsInvalid",
        "--keep": "keepInvalid", "--limit": "limitInvalid", "--older-than": "daysInvalid",
        "--option": "voteNeedsOption", "--wait": "waitInvalid", "--width": "cardWidthInvalid",
    ]

    /// Returns a failure with an option's value, and what the value may be.
    private static func withForm(of option: Substring, _ failure: Message) -> Message {
        guard let form = forms[String(name(of: option))] else { return failure }
        return .sentences(failure, Message(form))
    }

    /// Returns the name of an option, which may have that of its value behind it, such as `--limit <number>`.
    private static func name(of option: Substring) -> Substring { option.prefix { $0 != " " } }

    private static func translated(_ text: Substring) -> Message.Argument {
        .text(TranslatedHelp.console.translatingPlaces(in: text))
    }

    private static func quoted(_ text: Substring) -> [Message.Argument] {
        text.matches(of: /'([^']*)'/).map { .text(String($0.output.1)) }
    }
}

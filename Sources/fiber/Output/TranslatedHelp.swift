import Foundation
import Localization

/// Translates the help of commands.
///
/// ArgumentParser has no catalogues, so its help is translated after it is made: in a form without line breaks, each line is
/// one text, or the name of an argument with one.
struct TranslatedHelp {
    /// The columns that a line may take.
    let width: Int
    /// Returns the translation of a text.
    let translate: (String) -> String

    /// Where the texts of arguments and commands begin, behind their names.
    private static let margin = 26

    /// Translates the help of a command.
    ///
    /// - Parameter help: The help in English, made for so many columns that no text of it is broken into lines.
    func text(of help: String) -> String {
        var lines: [String] = []
        var isOverview = true
        for line in help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            isOverview = isOverview && !line.hasPrefix("USAGE: ")
            lines += isOverview ? overview(line) : element(line)
        }
        return lines.joined(separator: "\n")
    }

    /// Translates the description of all commands that ArgumentParser writes as JSON, and of which the manual page is made.
    ///
    /// - Parameter fillTables: Puts the tables into a text. Their lines are already broken.
    func description(of commands: String, _ fillTables: (String) -> String) throws -> String {
        let commands = try JSONSerialization.jsonObject(with: Data(commands.utf8))
        let data = try JSONSerialization.data(
            withJSONObject: described(commands, fillTables), options: [.prettyPrinted, .sortedKeys])
        return String(decoding: data, as: UTF8.self)
    }

    private func described(_ value: Any, _ fillTables: (String) -> String) -> Any {
        if let values = value as? [Any] { return values.map { described($0, fillTables) } }
        guard var members = value as? [String: Any] else { return value }
        for (name, value) in members {
            if let text = value as? String, ["abstract", "discussion"].contains(name) {
                members[name] = paragraphs(of: fillTables(text))
            } else if let text = value as? String, name == "valueName", members["kind"] as? String != "flag" {
                members[name] = String(translate("<\(text)>").dropFirst().dropLast())
            } else {
                members[name] = described(value, fillTables)
            }
        }
        return members
    }

    /// Translates each line of a text but those of tables, which are indented.
    private func paragraphs(of text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty || $0.hasPrefix(" ") ? String($0) : translate(String($0)) }.joined(separator: "\n")
    }

    /// Translates the lines about the usage of a command that ArgumentParser prints below an error.
    func usage(of text: some StringProtocol) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line -> String in
                let line = String(line)
                if let match = line.wholeMatch(of: /Usage: (.*)/) {
                    return usageLines(translate("Usage:"), match.output.1).joined(separator: "\n")
                }
                guard let match = line.wholeMatch(of: /\s+See '(.*)' for more information\./) else { return line }
                return "  " + sentence("See '{command}' for more information.", about: match.output.1)
            }
            .joined(separator: "\n")
    }

    /// Breaks the line of the usage, the only one that ArgumentParser leaves as long as it is. Translates nothing.
    func breakingUsage(of text: String) -> String {
        let help = TranslatedHelp(width: width) { $0 }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { line -> [String] in
                guard let match = line.wholeMatch(of: /USAGE: (.*)/) else { return [String(line)] }
                return help.usageLines("USAGE:", match.output.1)
            }
            .joined(separator: "\n")
    }

    /// Translates the places in the usage of a command, and breaks it. Further lines begin where the arguments do, or further
    /// left on a narrow terminal.
    private func usageLines(_ label: String, _ usage: Substring) -> [String] {
        let words = Self.unbroken(in: translatingPlaces(in: usage))
        let names = words.prefix { $0.first?.isLetter == true }
        let command = ([label] + names).joined(separator: " ")
        guard names.count < words.count else { return [command] }
        let start = "\(command) "
        let margin = String(repeating: " ", count: start.count * 2 <= width ? start.count : 4)
        return HelpColumns.filled(Array(words.dropFirst(names.count)), between: " ", from: start, then: margin, width)
    }

    /// Returns the parts of a usage that stay on one line: names, options with their value, arguments with their ellipsis.
    private static func unbroken(in usage: String) -> [String] {
        var parts: [String] = []
        for word in usage.split(separator: " ") {
            guard let last = parts.last else {
                parts.append(String(word))
                continue
            }
            let isOpen = last.hasPrefix("[") && !last.hasSuffix("]")
            let takesValue = last.hasPrefix("--") && !last.contains(" ") && word.hasPrefix("<")
            if isOpen || takesValue || word == "..." {
                parts[parts.count - 1] += " \(word)"
            } else {
                parts.append(String(word))
            }
        }
        return parts
    }

    /// Translates a line of what precedes the usage. Tables are indented.
    private func overview(_ line: String) -> [String] {
        guard let first = line.first, first != " " else { return [line] }
        let text =
            if let match = line.wholeMatch(of: /OVERVIEW: (.*)/) {
                "\(translate("OVERVIEW:")) \(translate(String(match.output.1)))"
            } else {
                translate(line)
            }
        return filled(text, from: "", then: "")
    }

    /// Translates a line of the usage and what follows it.
    private func element(_ line: String) -> [String] {
        if let match = line.wholeMatch(of: /USAGE: (.*)/) {
            return usageLines(translate("USAGE:"), match.output.1)
        }
        if let match = line.wholeMatch(of: /\s+See '(.*)' for detailed help\./) {
            return ["  " + sentence("See '{command}' for detailed help.", about: match.output.1)]
        }
        if line.hasSuffix(":"), !line.hasPrefix(" ") { return [translate(line)] }
        let (name, text) = (line.prefix(Self.margin), line.dropFirst(Self.margin))
        // A long name is alone on its line.
        guard !text.isEmpty, name.hasSuffix(" "), !text.hasPrefix("<") else { return [translatingPlaces(in: line)] }
        let margin = String(repeating: " ", count: Self.margin)
        let (label, description) = (label(String(name)), description(String(text)))
        guard label.count < Self.margin else { return [label] + filled(description, from: margin, then: margin) }
        let start = label + String(repeating: " ", count: Self.margin - label.count)
        return filled(description, from: start, then: margin)
    }

    /// Translates the places of arguments in a name, and the mark of the usual command.
    private func label(_ name: String) -> String {
        let translated = translatingPlaces(in: name).replacing("(default)", with: translate("(default)"))
        let words = translated.split(separator: " ")
        return words.isEmpty ? "" : "  " + words.joined(separator: " ")
    }

    /// Translates the text of an argument, behind which its values may be.
    private func description(_ text: String) -> String {
        guard let match = text.wholeMatch(of: /(.*?) ?\(((?:values|default): .*)\)/) else { return translate(text) }
        var values = String(match.output.2)
        for word in ["values:", "default:"] where values.contains(word) {
            values = values.replacing(word, with: translate(word))
        }
        let text = String(match.output.1)
        return text.isEmpty ? "(\(values))" : "\(translate(text)) (\(values))"
    }

    private func sentence(_ text: String, about command: Substring) -> String {
        translate(text).replacing("{command}", with: translatingPlaces(in: command))
    }

    /// Translates the places of arguments and commands, such as `<file>`.
    func translatingPlaces(in text: some StringProtocol) -> String {
        String(text).replacing(#/<[a-z-]+>/#) { translate(String($0.output)) }
    }

    private func filled(_ text: String, from start: String, then margin: String) -> [String] {
        let words = text.split(separator: " ").map(String.init)
        return HelpColumns.filled(words, between: " ", from: start, then: margin, width)
    }
}

extension TranslatedHelp {
    /// The translation into the language of the output, for the terminal.
    static var console: TranslatedHelp {
        TranslatedHelp(width: HelpColumns.terminalWidth - 1, translate: Console.localizer.help)
    }
}

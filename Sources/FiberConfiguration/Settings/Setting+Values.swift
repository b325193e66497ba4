import EngineConcepts
import TOMLKit

extension Setting {
    /// Parses a value typed on a screen: a number, words separated by spaces, or as in the file if words contain
    /// spaces. Returns `nil` for an invalid value.
    public func value(typed text: String) -> SettingValue? {
        if kind == .text { return .choice(text) }
        guard kind == .words, !text.hasPrefix("[") else {
            do {
                let table = try TOMLTable.parsed("typed = \(text)")
                return table["typed"].flatMap(value)
            } catch {
                // No TOML value is valid for this setting.
                return nil
            }
        }
        return .words(text.split(separator: " ").map(String.init))
    }

    /// Returns a value of the file, or `nil` if the setting does not take it.
    func value(of found: any TOMLValueConvertible) -> SettingValue? {
        let value: SettingValue? =
            switch kind {
            case .flag: found.bool.map(SettingValue.flag)
            case .number: found.int.map(SettingValue.number)
            case .choice, .name, .text: found.string.map(SettingValue.choice)
            case .words: found.texts.map(SettingValue.words)
            }
        return value.map(replacingFormerWord).flatMap { takes($0) ? $0 : nil }
    }
}

extension Setting.Kind {
    var isNumber: Bool { if case .number = self { true } else { false } }

    /// The words of a choice.
    var names: [String] {
        switch self {
        case .choice(let words), .name(let words): words
        case .flag: ["true", "false"]
        case .number, .text, .words: []
        }
    }

    /// The valid values, as part of a sentence.
    var form: Message {
        func quoted(_ words: some Sequence<String>) -> Message.Argument {
            .list(words.map { .text(TOMLWriter.quoted($0)) })
        }
        return switch self {
        case .flag: Message("valueFlag")
        case .number(let bounds):
            Message("valueNumber", ["least": .number(bounds.lowerBound), "most": .number(bounds.upperBound)])
        case .choice(let words): Message("valueOneOf", ["words": quoted(words)])
        case .name(let words): Message("valueName", ["words": quoted(words.prefix(3))])
        case .text: Message("valueText")
        case .words: Message("valueWords", ["words": .text(TOMLWriter.list(["firefox", "--new-tab"]))])
        }
    }
}

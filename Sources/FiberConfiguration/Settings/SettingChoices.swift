import Foundation

/// The values chosen on the screen of settings. The latest word counts: a choice remembers the file's value and ends when the
/// file changes it.
public struct SettingChoices: Hashable, Sendable {
    private struct Choice: Hashable, Codable {
        let value: SettingValue
        /// The file's value at the time, or `nil` without one.
        let over: SettingValue?
    }

    private var choices: [String: Choice]

    public init() { choices = [:] }

    /// Parses ``text``. Throws if it is invalid.
    public init(text: String) throws {
        choices = try JSONDecoder().decode([String: Choice].self, from: Data(text.utf8))
        for (name, choice) in choices {
            guard let setting = Setting.named(name) else { continue }
            choices[name] = Choice(
                value: setting.replacingFormerWord(in: choice.value),
                over: choice.over.map(setting.replacingFormerWord))
        }
    }

    /// Returns the choices for storage; equal choices have equal texts.
    public func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(choices), as: UTF8.self)
    }

    public mutating func choose(_ value: SettingValue, of name: String, over file: Settings) {
        choices[name] = Choice(value: value, over: file.statedValue(of: name))
    }

    /// Removes the choice of a setting.
    public mutating func takeBack(_ name: String) {
        choices[name] = nil
    }

    /// Removes choices whose value in the file has changed, unless the file cannot be read, and invalid ones.
    public mutating func follow(_ file: Settings) {
        choices = choices.filter { name, choice in
            (file.isInPlaceOfFile || choice.over == file.statedValue(of: name))
                && Setting.named(name)?.takes(choice.value) == true
        }
    }

    /// The chosen values by the full names of settings.
    public var values: [String: SettingValue] { choices.mapValues(\.value) }
}

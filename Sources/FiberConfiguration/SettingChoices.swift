import Foundation

/// What was chosen of the settings on the screen. What was said last holds: a choice remembers what the file said when it was
/// made, and counts until the file says something else.
public struct SettingChoices: Hashable, Sendable {
    private struct Choice: Hashable, Codable {
        let value: SettingValue
        /// What the file said then; nil where it said nothing.
        let over: SettingValue?
    }

    private var choices: [String: Choice]

    /// No choices.
    public init() {
        choices = [:]
    }

    /// Reads choices that were written by ``text``. Throws where the text is none of those.
    public init(text: String) throws {
        choices = try JSONDecoder().decode([String: Choice].self, from: Data(text.utf8))
    }

    /// The choices, to be kept; always the same text for the same choices.
    public func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(choices), as: UTF8.self)
    }

    /// Chooses the value of a setting over what the file says.
    public mutating func choose(_ value: SettingValue, of name: String, over file: ConfigurationFile) {
        choices[name] = Choice(value: value, over: file.said(of: name))
    }

    /// Forgets what was chosen of a setting.
    public mutating func takeBack(_ name: String) {
        choices[name] = nil
    }

    /// Forgets the choices that were made over something else than the file says now, and those that no setting takes.
    public mutating func follow(_ file: ConfigurationFile) {
        choices = choices.filter { name, choice in
            choice.over == file.said(of: name) && Setting.named(name)?.takes(choice.value) == true
        }
    }

    /// The choices' values, by the full names of the settings.
    public var values: [String: SettingValue] { choices.mapValues(\.value) }
}

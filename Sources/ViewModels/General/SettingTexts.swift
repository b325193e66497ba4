import EngineConcepts
public import FiberConfiguration
public import Localization

/// The names of settings and their values on the screen.
public struct SettingTexts {
    let localizer: Localizer

    /// Creates the names in a language.
    public init(localizer: Localizer) { self.localizer = localizer }

    func heading(of table: String) -> String { localizer(Message("settings.\(table)")) }

    public func title(of setting: Setting) -> String { localizer(Message("setting.\(setting.name)")) }

    public func text(of value: SettingValue, of setting: Setting) -> String {
        switch value {
        case .flag(let isOn) where setting.name == "timeline.fold-duplicates":
            localizer(isOn ? .settingOneRow : .settingRowEach)
        case .flag(let isOn): localizer(isOn ? .settingOn : .settingOff)
        case .number(0) where ["timeline.refresh-minutes", "retention.read-days"].contains(setting.name):
            localizer(.settingNever)
        case .number(0) where setting.name == "retention.read-items": localizer(.settingNoLimit)
        case .number(0) where setting.name == "appearance.reading-width": localizer(.settingFullWidth)
        case .number(let number): text(of: number, in: setting.key)
        case .choice(let word) where setting.name == "appearance.theme": text(of: word, in: "theme")
        case .choice(let word): text(of: word)
        case .words([]): Self.empty[setting.table].map { localizer($0) } ?? text(of: "none")
        // Lists with spaces in their items are shown as in the file.
        case .words(let words): words.contains { $0.contains(" ") } ? value.toml : words.joined(separator: " ")
        }
    }

    /// Returns the text of a word that can be chosen.
    public func text(of choice: String) -> String { text(of: choice, in: "choice") }

    /// Returns the text of a word, or the word itself if it is a name, which is the same in every language.
    private func text(of word: String, in family: String) -> String {
        let key = "\(family).\(word)"
        return localizer.has(key) ? localizer(Message(key)) : word
    }

    /// Returns a number with the unit at the end of the setting's name.
    private func text(of number: Int, in key: String) -> String {
        let unit = "unit.\(key.split(separator: "-").last ?? "")"
        return localizer.has(unit) ? localizer(Message(unit, ["0": .number(number)])) : localizer.grouped(number)
    }

    /// The texts of empty lists.
    private static let empty: [String: MessageKey] = [
        "rows": .settingOwn, "browser": .settingSystem, "player": .settingBrowser,
    ]
}

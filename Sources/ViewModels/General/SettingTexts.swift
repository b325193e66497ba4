import EngineConcepts
public import FiberConfiguration
public import Localization

/// The names of settings and their values on the screen.
public struct SettingTexts {
    let localizer: Localizer

    /// Creates the names in a language.
    public init(localizer: Localizer) { self.localizer = localizer }

    /// Returns the heading of a table of settings.
    func heading(of table: String) -> String { localizer(Message("settings.\(table)")) }

    /// Returns the title of a setting.
    public func title(of setting: Setting) -> String { localizer(Message("setting.\(setting.name)")) }

    /// Returns the text of a value.
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
        case .choice(let word) where setting.name == "appearance.theme":
            Self.themeTexts[word].map { localizer($0) } ?? word
        case .choice(let word): text(of: word)
        case .words([]): localizer(Self.empty[setting.table] ?? .settingNone)
        // Lists with spaces in their items are shown as in the file.
        case .words(let words): words.contains { $0.contains(" ") } ? value.toml : words.joined(separator: " ")
        }
    }

    /// Returns the text of a word that can be chosen.
    public func text(of choice: String) -> String { Self.choiceTexts[choice].map { localizer($0) } ?? choice }

    /// Returns a number with the unit at the end of the setting's name.
    private func text(of number: Int, in key: String) -> String {
        switch key.split(separator: "-").last {
        case "minutes": localizer(.settingMinutes, .number(number))
        case "hours": localizer(.settingHours, .number(number))
        case "days": localizer(.settingDays, .number(number))
        case "seconds": localizer(.settingSeconds, .number(number))
        case "megabytes": localizer(.settingMegabytes, .number(number))
        default: localizer.grouped(number)
        }
    }

    /// The names of the built-in themes.
    private static let themeTexts: [String: MessageKey] = [
        "dark": .themeDark,
        "light": .themeLight,
        "high-contrast": .themeHighContrast,
        "high-contrast-light": .themeHighContrastLight,
        "racing": .themeRacing,
        "dusk": .themeDusk,
        "sepia": .themeSepia,
        "plain": .themePlain,
    ]

    /// The texts of choices. Names, such as those of protocols, are the same in every language.
    private static let choiceTexts: [String: MessageKey] = [
        "compact": .densityCompact,
        "regular": .densityRegular,
        "roomy": .densityRoomy,
        "relative": .timesRelative,
        "exact": .timesExact,
        "newest-first": .orderNewest,
        "oldest-first": .orderOldest,
        "never": .picturesNever,
        "always": .settingAlways,
        "item": .picturesInTicket,
        "timeline": .picturesInTimeline,
        "auto": .settingAuto,
        "none": .settingNone,
        "narrow": .settingNarrow,
        "wide": .settingWide,
        "terminal": .settingTerminal,
        "characters": .settingCharacters,
    ]

    /// The texts of empty lists.
    private static let empty: [String: MessageKey] = [
        "rows": .settingOwn, "browser": .settingSystem, "player": .settingBrowser,
    ]
}

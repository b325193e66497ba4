/// A value for every setting: the given ones over the defaults.
///
/// The settings of a file and those in force are both of this type. ``ConfigurationFile`` is the parsed file itself.
public struct Settings: Hashable, Sendable {
    private var values: [String: SettingValue]
    /// True for the defaults in place of a file that cannot be read: the values in it are unknown.
    let isInPlaceOfFile: Bool

    /// The defaults.
    public static let standard = Settings([:])
    /// The defaults in place of a file that cannot be read.
    public static let inPlaceOfFile = Settings([:], isInPlaceOfFile: true)

    /// Creates the defaults with these values, by full name, over them.
    init(_ values: [String: SettingValue], isInPlaceOfFile: Bool = false) {
        self.values = values
        self.isInPlaceOfFile = isInPlaceOfFile
    }

    /// Returns the settings with these values, by full name, in place of their own.
    public func with(_ chosen: [String: SettingValue]) -> Settings {
        Settings(values.merging(chosen) { _, chosen in chosen })
    }

    /// Returns the value of the setting with this full name: the given one or the default. Returns `nil` if there is no
    /// such setting.
    public func value(_ name: String) -> SettingValue? { values[name] ?? Setting.named(name)?.standard }

    /// Returns the given value of the setting with this full name, or `nil` if its default applies.
    public func statedValue(of name: String) -> SettingValue? { values[name] }

    /// Returns the value of a flag. `name` is the full name of a setting, here as below.
    public func flag(_ name: String) -> Bool { if case .flag(let flag) = known(name) { flag } else { false } }

    /// Returns the value of a number.
    public func number(_ name: String) -> Int { if case .number(let number) = known(name) { number } else { 0 } }

    /// Returns the value of a choice.
    public func choice(_ name: String) -> String { if case .choice(let word) = known(name) { word } else { "" } }

    /// Returns the value of a list of words.
    public func words(_ name: String) -> [String] { if case .words(let words) = known(name) { words } else { [] } }

    /// Returns the value of a setting that the program names: a misspelt name would silently mean "off".
    private func known(_ name: String) -> SettingValue? {
        let value = value(name)
        assert(value != nil, "there is no setting \(name)")
        return value
    }
}

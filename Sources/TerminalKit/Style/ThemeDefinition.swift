/// A user's theme as a file describes it: another theme with other colours and with other styles for some roles.
public struct ThemeDefinition: Hashable, Sendable {
    /// The name in the settings.
    public var name: String
    /// The theme that it changes: built in or a user's.
    public var inherits: String
    /// Colours of the palette as text, by ``Palette/names``.
    public var colors: [String: String]
    /// Styles of roles, by ``Role``'s names.
    public var looks: [String: RoleStyle]
    /// True if the file was read without errors. Otherwise it is only checked for more errors.
    public var isSound: Bool

    /// The style of a role; `nil` inherits.
    public struct RoleStyle: Hashable, Sendable {
        public var foreground: String?
        public var background: String?
        /// Attributes by name, on or off.
        public var attributes: [String: Bool]

        public init(foreground: String? = nil, background: String? = nil, attributes: [String: Bool] = [:]) {
            self.foreground = foreground
            self.background = background
            self.attributes = attributes
        }
    }

    public init(
        name: String, inherits: String, colors: [String: String] = [:], looks: [String: RoleStyle] = [:],
        isSound: Bool = true
    ) {
        self.name = name
        self.inherits = inherits
        self.colors = colors
        self.looks = looks
        self.isSound = isSound
    }
}

/// An error in a user's theme.
public struct ThemeError: Error, Hashable, Sendable {
    /// The kind of an error.
    public enum Failure: Hashable, Sendable {
        /// No theme has the name that this one inherits from.
        case parentUnknown(String)
        /// The theme inherits from itself through this one, which could not be made.
        case parentNotMade(String)
        case colorUnknown
        /// The theme of this name, which it inherits from, has no palette.
        case hasNoColors(String)
        /// This text is not a colour of the palette.
        case colorInvalid(String)
        /// This text is not a colour of a style.
        case styleColorInvalid(String)
        case roleUnknown
        case attributeUnknown
    }

    public let theme: String
    /// The table of the file, such as `colors` or `looks.title`, or `nil` for the file itself.
    public let table: String?
    /// The key in the table.
    public let key: String
    public let failure: Failure
    /// An unknown name and the known ones, or `nil` for another error.
    public let unknownName: UnknownName?
}

extension Theme {
    /// Returns the built-in themes, then the user's; reports those that cannot be made and leaves them out.
    ///
    /// A theme may inherit from any other in any order, and replaces a built-in theme of its name.
    public static func all(_ definitions: [ThemeDefinition], report: (ThemeError) -> Void) -> [Theme] {
        var themes = builtIn
        var waiting = definitions
        var hasMade = true
        while hasMade {
            hasMade = false
            for definition in waiting {
                // A theme may replace the built-in one that it inherits from.
                let others = waiting.contains { $0.name == definition.inherits && $0.name != definition.name }
                guard !others, let base = themes.first(where: { $0.name == definition.inherits }) else { continue }
                hasMade = true
                waiting.removeAll { $0.name == definition.name }
                guard let theme = definition.theme(over: base, report) else { continue }
                if let index = themes.firstIndex(where: { $0.name == theme.name }) {
                    themes[index] = theme
                } else {
                    themes.append(theme)
                }
            }
        }
        for definition in waiting {
            let isThere = definitions.contains { $0.name == definition.inherits }
            report(
                ThemeError(
                    theme: definition.name, table: nil, key: "inherits",
                    failure: isThere ? .parentNotMade(definition.inherits) : .parentUnknown(definition.inherits),
                    unknownName: isThere ? nil : UnknownName(definition.inherits, among: themes.map(\.name))))
            // Other errors are the same over any theme: report all at once.
            _ = definition.theme(over: .dark, report)
        }
        return themes
    }
}

extension ThemeDefinition {
    private typealias ErrorReport = (
        _ table: String, _ key: String, _ failure: ThemeError.Failure, _ unknown: UnknownName?
    ) -> Void

    /// Returns the theme over the one that it inherits from, or `nil` after reporting all errors.
    fileprivate func theme(over base: Theme, _ report: (ThemeError) -> Void) -> Theme? {
        var isSound = isSound
        func wrong(_ table: String, _ key: String, _ failure: ThemeError.Failure, _ unknown: UnknownName?) {
            isSound = false
            report(ThemeError(theme: name, table: table, key: key, failure: failure, unknownName: unknown))
        }
        let palette = palette(over: base, wrong)
        let styles = styles(over: inheritedStyles(of: base, with: palette), palette, wrong)
        return isSound ? Theme(name: name, palette: palette, variation: base.variation, styles: styles) : nil
    }

    private func palette(over base: Theme, _ wrong: ErrorReport) -> Palette? {
        var palette = base.palette
        for (name, text) in colors.sorted(by: { $0.key < $1.key }) {
            guard let entry = Palette.names.first(where: { $0.name == name }) else {
                wrong("colors", name, .colorUnknown, UnknownName(name, among: Palette.names.map(\.name)))
                continue
            }
            guard palette != nil else {
                wrong("colors", name, .hasNoColors(base.name), nil)
                continue
            }
            guard case .rgb(let value)? = Color(written: text, palette: palette)?.kind else {
                wrong("colors", name, .colorInvalid(text), nil)
                continue
            }
            palette?[keyPath: entry.path] = value
        }
        return palette
    }

    /// Returns the styles of all roles in the inherited theme. Those that come from its palette come from `palette` instead.
    private func inheritedStyles(of base: Theme, with palette: Palette?) -> [Role: Style] {
        var styles = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, base[$0]) })
        guard let former = base.palette, let palette else { return styles }
        let expected = Theme(name: base.name, palette: former)
        let renewed = Theme(name: name, palette: palette)
        for role in Role.allCases where base[role] == expected[role] { styles[role] = renewed[role] }
        return styles
    }

    /// Returns the styles of all roles with the changes of this theme.
    private func styles(
        over inherited: [Role: Style], _ palette: Palette?, _ wrong: ErrorReport
    ) -> [Role: Style] {
        var styles = inherited
        for (roleName, look) in looks.sorted(by: { $0.key < $1.key }) {
            guard let role = Role(notation: roleName) else {
                wrong("looks", roleName, .roleUnknown, UnknownName(roleName, among: Role.allCases.map(\.notation)))
                continue
            }
            styles[role] = style(look, over: styles[role] ?? .plain, palette: palette) { key, failure, unknown in
                wrong("looks.\(roleName)", key, failure, unknown)
            }
        }
        return styles
    }

    private func style(
        _ look: RoleStyle, over base: Style, palette: Palette?,
        _ wrong: (_ key: String, _ failure: ThemeError.Failure, _ unknown: UnknownName?) -> Void
    ) -> Style {
        func color(_ text: String?, _ key: String, _ former: Color) -> Color {
            guard let text else { return former }
            guard let color = Color(written: text, palette: palette) else {
                wrong(
                    key, .styleColorInvalid(text),
                    text.hasPrefix("#") ? nil : UnknownName(text, among: Palette.names.map(\.name)))
                return former
            }
            return color
        }
        var attributes = base.attributes
        for (name, isOn) in look.attributes.sorted(by: { $0.key < $1.key }) {
            guard let attribute = Style.Attributes.attributesByName[name] else {
                wrong(
                    name, .attributeUnknown,
                    UnknownName(name, among: ["text", "background"] + Style.Attributes.attributesByName.keys.sorted()))
                continue
            }
            if isOn { attributes.insert(attribute) } else { attributes.remove(attribute) }
        }
        return Style(
            foreground: color(look.foreground, "text", base.foreground),
            background: color(look.background, "background", base.background), attributes: attributes)
    }
}

extension Color {
    /// Parses `#rrggbb`, a name of the palette, a number of the terminal's colours, or `terminal`.
    init?(written text: String, palette: Palette?) {
        if text == "terminal" {
            self = .terminal
        } else if let number = UInt8(text) {
            self = .palette(number)
        } else if text.hasPrefix("#"), text.utf8.count == 7, let value = UInt32(text.dropFirst(), radix: 16) {
            self = .rgb(value)
        } else if let value = palette?[text] {
            self = .rgb(value)
        } else {
            return nil
        }
    }
}

extension Style.Attributes {
    /// The names in theme files.
    static let attributesByName: [String: Style.Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
        "strikethrough": .strikethrough,
    ]
}

extension Role {
    /// The name in theme files: `content-warning`.
    public var notation: String {
        var text = ""
        for character in rawValue {
            if character.isUppercase { text += "-" }
            text += character.lowercased()
        }
        return text
    }

    private static let byNotation = Dictionary(uniqueKeysWithValues: allCases.map { ($0.notation, $0) })

    /// Returns the role of this name.
    public init?(notation: String) {
        guard let role = Role.byNotation[notation] else { return nil }
        self = role
    }
}

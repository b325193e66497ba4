import Application
import EngineConcepts
import FiberConfiguration
import TerminalKit

/// The available themes: the built-in ones, and those in the directory `themes` beside `config.toml`.
struct AvailableThemes {
    /// The themes; the user's own come last.
    let themes: [Theme]
    /// Errors in theme files; each disables only that theme.
    let errors: [ConfigurationError]

    /// Reads the theme files beside the configuration.
    init(beside configuration: ConfigurationFile) {
        let directory = configuration.path.lastIndex(of: "/").map { String(configuration.path[..<$0]) } ?? ""
        var errors: [ConfigurationError] = []
        let files = ThemeFile.all(in: directory + "/themes") { errors.append($0) }
        let definitions = files.map { file in
            ThemeDefinition(
                name: file.name, inherits: file.inherits, colors: file.colors,
                looks: file.looks.mapValues {
                    ThemeDefinition.RoleStyle(foreground: $0.text, background: $0.background, attributes: $0.attributes)
                }, isSound: file.isSound)
        }
        themes = Theme.all(definitions) { error in
            guard let file = files.first(where: { $0.name == error.theme }) else { return }
            errors.append(
                .unknown(
                    error.unknownName, file: file.path, at: file.position(of: error.key, in: error.table),
                    error.message))
        }
        let themeName = configuration.settings.choice("appearance.theme")
        let own = "\(directory)/themes/\(themeName).toml"
        // The failure of the theme's own file is reported already.
        if !themes.contains(where: { $0.name == themeName }), !errors.contains(where: { $0.file == own }) {
            errors.append(
                ConfigurationError(
                    .value, file: configuration.path, at: configuration.position(of: "appearance.theme"),
                    Message("themeFileUnknown", ["name": .text(themeName)]),
                    advice: NearestName.hint(
                        themeName, among: themes.map(\.name),
                        then: Message(
                            "themeChoice", ["name": .text(themeName), "directory": .text("\(directory)/themes")]))))
        }
        self.errors = errors
    }
}

extension ThemeError {
    fileprivate var message: Message {
        switch failure {
        case .parentUnknown(let name): Message("themeParentUnknown", ["name": .text(name)])
        case .parentNotMade(let name): Message("themeInheritsItself", ["name": .text(name)])
        case .colorUnknown: Message("themeColorUnknown", ["name": .text(key)])
        case .hasNoColors(let name): Message("themeHasNoColors", ["name": .text(name)])
        case .colorInvalid(let text): Message("themeColorInvalid", ["text": .text(text)])
        case .styleColorInvalid(let text): Message("themeStyleColorInvalid", ["text": .text(text)])
        case .roleUnknown: Message("themeRoleUnknown", ["name": .text(key)])
        case .attributeUnknown: Message("themeAttributeUnknown", ["name": .text(key)])
        }
    }
}

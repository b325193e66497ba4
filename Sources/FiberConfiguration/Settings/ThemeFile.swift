import EngineConcepts
import Foundation
import TOMLKit

/// A theme of the user: a file in the directory `themes` beside `config.toml`. Colours and roles are not checked here: the
/// maker of the theme reports unknown ones with ``position(of:in:)``.
public struct ThemeFile {
    public let path: String
    /// The theme's name: the file's without its extension.
    public let name: String
    /// The theme that it changes.
    public private(set) var inherits = "dark"
    /// Colours of the palette, as written.
    public private(set) var colors: [String: String] = [:]
    /// The styles of roles.
    public private(set) var looks: [String: RoleStyle] = [:]
    private var errors: [ConfigurationError] = []
    /// True if it was read without errors.
    public var isSound: Bool { errors.isEmpty }
    private let file: TOMLFile

    public struct RoleStyle: Hashable, Sendable {
        /// The text's colour, as written.
        public var text: String?
        /// The background's colour, as written.
        public var background: String?
        /// The attributes, on or off: `bold` and the like.
        public var attributes: [String: Bool] = [:]
    }

    /// Reads the themes of a directory by name. Reports the errors of a file to `report` and still returns its readable part,
    /// which may have more.
    public static func all(in directory: String, report: (ConfigurationError) -> Void) -> [ThemeFile] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return []
        } catch {
            report(.unreadable(directory, because: error))
            return []
        }
        var themes: [ThemeFile] = []
        for name in names.sorted() where name.hasSuffix(".toml") && !name.hasPrefix(".") {
            do throws(ConfigurationError) {
                let path = "\(directory)/\(name)"
                guard let theme = try ThemeFile(path: path, name: String(name.dropLast(5))) else { continue }
                theme.errors.forEach(report)
                themes.append(theme)
            } catch {
                report(error)
            }
        }
        return themes
    }

    /// Reads the file at `path`, or returns `nil` if there is none. Throws if it is not TOML.
    private init?(path: String, name: String) throws(ConfigurationError) {
        guard let file = try TOMLFile(path: path) else { return nil }
        self.file = file
        self.path = path
        self.name = name
        for key in file.root.keys.sorted() {
            let value = file.root[key]
            switch key {
            case "inherits":
                if let word = value?.string { inherits = word } else { wrong(Message("themeInheritsName"), key) }
            case "colors":
                if let table = value?.table { readColors(table) } else { wrong(Self.noTable(key), key) }
            case "looks":
                if let table = value?.table { readLooks(table) } else { wrong(Message("themeLooksTables"), key) }
            default: wrong(Message("themeKeyUnknown", ["name": .text(key)]), key)
            }
        }
    }

    private mutating func wrong(_ failure: Message, _ key: String, in table: String? = nil) {
        errors.append(
            ConfigurationError(
                .value, file: path, at: position(of: key, in: table), failure, advice: .fixOrRemoveLine))
    }

    private static func noTable(_ name: String) -> Message { Message("themeNeedsTable", ["name": .text(name)]) }

    public func position(of key: String, in table: String?) -> TOMLPosition? {
        file.nearestPosition(of: key, in: table)
    }

    private mutating func readColors(_ table: TOMLTable) {
        for color in table.keys.sorted() {
            colors[color] = table[color]?.string
            if colors[color] == nil { wrong(Self.takesColor(color), color, in: "colors") }
        }
    }

    private static func takesColor(_ name: String) -> Message { Message("themeTakesColor", ["name": .text(name)]) }

    private mutating func readLooks(_ table: TOMLTable) {
        for role in table.keys.sorted() {
            let name = "looks.\(role)"
            if let look = table[role]?.table {
                looks[role] = style(in: look, named: name)
            } else {
                wrong(Self.noTable(name), role, in: "looks")
            }
        }
    }

    private mutating func style(in table: TOMLTable, named name: String) -> RoleStyle {
        var style = RoleStyle()
        for key in table.keys.sorted() {
            switch key {
            case "text", "background":
                let text = table[key]?.string ?? table[key]?.int.map(String.init)
                if text == nil { wrong(Self.takesColor(key), key, in: name) }
                if key == "text" { style.text = text } else { style.background = text }
            default:
                let flag = table[key]?.bool
                if flag == nil { wrong(Message("themeTakesFlag", ["name": .text(key)]), key, in: name) }
                style.attributes[key] = flag
            }
        }
        return style
    }
}

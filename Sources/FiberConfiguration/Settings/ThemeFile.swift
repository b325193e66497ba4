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
    public let inherits: String
    /// Colours of the palette, as written.
    public let colors: [String: String]
    /// The styles of roles.
    public let looks: [String: RoleStyle]
    /// True if it was read without errors.
    public let isSound: Bool
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
                if let theme = try ThemeFile(path: path, name: String(name.dropLast(5)), report: report) {
                    themes.append(theme)
                }
            } catch {
                report(error)
            }
        }
        return themes
    }

    /// Reads the file at `path`, or returns `nil` if there is none. Reports errors to `report`; throws if it is not TOML.
    init?(path: String, name: String, report: (ConfigurationError) -> Void) throws(ConfigurationError) {
        guard let file = try TOMLFile(path: path) else { return nil }
        self.file = file
        self.path = path
        self.name = name
        var isSound = true
        func wrong(_ failure: Message, _ key: String, _ table: String?) {
            isSound = false
            report(
                ConfigurationError(
                    .value, file: path, at: file.nearestPosition(of: key, in: table), failure,
                    advice: .fixOrRemoveLine))
        }
        var inherits = "dark"
        var colors: [String: String] = [:]
        var looks: [String: RoleStyle] = [:]
        for key in file.root.keys.sorted() {
            switch key {
            case "inherits":
                if let word = file.root[key]?.string {
                    inherits = word
                } else {
                    wrong(Message("themeInheritsName"), key, nil)
                }
            case "colors":
                guard let table = file.root[key]?.table else {
                    wrong(Message("themeNeedsTable", ["name": .text(key)]), key, nil)
                    continue
                }
                colors = Self.colors(in: table) { color, failure in wrong(failure, color, key) }
            case "looks":
                guard let table = file.root[key]?.table else {
                    wrong(Message("themeLooksTables"), key, nil)
                    continue
                }
                looks = Self.looks(in: table) { failure, key, table in wrong(failure, key, table) }
            default:
                wrong(Message("themeKeyUnknown", ["name": .text(key)]), key, nil)
            }
        }
        self.isSound = isSound
        self.inherits = inherits
        self.colors = colors
        self.looks = looks
    }

    public func position(of key: String, in table: String?) -> TOMLPosition? {
        file.nearestPosition(of: key, in: table)
    }

    private static func colors(in table: TOMLTable, _ wrong: (String, Message) -> Void) -> [String: String] {
        var colors: [String: String] = [:]
        for color in table.keys.sorted() {
            colors[color] = table[color]?.string
            if colors[color] == nil { wrong(color, Message("themeTakesColor", ["name": .text(color)])) }
        }
        return colors
    }

    private static func looks(
        in table: TOMLTable, _ wrong: (Message, _ key: String, _ table: String?) -> Void
    ) -> [String: RoleStyle] {
        var looks: [String: RoleStyle] = [:]
        for role in table.keys.sorted() {
            let name = "looks.\(role)"
            if let look = table[role]?.table {
                looks[role] = Self.look(look) { key, failure in wrong(failure, key, name) }
            } else {
                wrong(Message("themeNeedsTable", ["name": .text(name)]), role, "looks")
            }
        }
        return looks
    }

    private static func look(_ table: TOMLTable, _ wrong: (String, Message) -> Void) -> RoleStyle {
        var look = RoleStyle()
        for key in table.keys.sorted() {
            switch key {
            case "text", "background":
                let text = table[key]?.string ?? table[key]?.int.map(String.init)
                if text == nil { wrong(key, Message("themeTakesColor", ["name": .text(key)])) }
                if key == "text" { look.text = text } else { look.background = text }
            default:
                look.attributes[key] = table[key]?.bool
                if look.attributes[key] == nil { wrong(key, Message("themeTakesFlag", ["name": .text(key)])) }
            }
        }
        return look
    }
}

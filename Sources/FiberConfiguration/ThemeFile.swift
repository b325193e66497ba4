import Foundation
import TOMLKit

/// A theme of the reader's own: a file in the directory `themes` beside `config.toml`, named as the theme. What colours
/// and roles there are is not known here: who makes the theme of it reports wrong ones with ``position(of:in:)``.
public struct ThemeFile {
    /// The file.
    public let path: String
    /// The theme's name: the file's without its ending.
    public let name: String
    /// The theme that it begins as.
    public let inherits: String
    /// Colours of the palette, as they are written.
    public let colors: [String: String]
    /// How single roles look.
    public let looks: [String: Look]
    private let file: TOMLFile

    /// How a role looks.
    public struct Look: Hashable, Sendable {
        /// The text's colour, as it is written.
        public var text: String?
        /// The background's colour, as it is written.
        public var background: String?
        /// What else is on or off: `bold` and the like.
        public var attributes: [String: Bool]

        /// Describes a look.
        public init(text: String? = nil, background: String? = nil, attributes: [String: Bool] = [:]) {
            self.text = text
            self.background = background
            self.attributes = attributes
        }
    }

    /// Reads the themes of a directory, by name; none where there is no such directory. What one file has wrong costs
    /// that theme and is told to `report`.
    public static func all(in directory: String, report: (ConfigurationError) -> Void) -> [ThemeFile] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return []
        } catch {
            report(
                ConfigurationError(
                    .unreadable, file: directory, "It cannot be read: \(error.localizedDescription)",
                    advice: "Check the directory's permissions."))
            return []
        }
        var themes: [ThemeFile] = []
        for name in names.sorted() where name.hasSuffix(".toml") && !name.hasPrefix(".") {
            do throws(ConfigurationError) {
                if let theme = try ThemeFile(path: "\(directory)/\(name)", name: String(name.dropLast(5))) {
                    themes.append(theme)
                }
            } catch {
                report(error)
            }
        }
        return themes
    }

    /// Reads the file at `path`; nil where there is none.
    init?(path: String, name: String) throws(ConfigurationError) {
        guard let file = try TOMLFile(path: path) else { return nil }
        self.file = file
        self.path = path
        self.name = name
        func wrong(_ message: String, _ key: String, _ table: String?) -> ConfigurationError {
            ConfigurationError(
                .value, file: path, at: file.position(of: key, in: table), message,
                advice: "Mend the line, or take it out.")
        }
        var inherits = "dark"
        var colors: [String: String] = [:]
        var looks: [String: Look] = [:]
        for key in file.root.keys.sorted() {
            switch key {
            case "inherits":
                guard let word = file.root[key]?.string else {
                    throw wrong("\"inherits\" takes the name of a theme in quotes.", key, nil)
                }
                inherits = word
            case "colors":
                guard let table = file.root[key]?.table else { throw wrong("\"colors\" must be a table.", key, nil) }
                for color in table.keys.sorted() {
                    guard let text = table[color]?.string else {
                        throw wrong("\"\(color)\" takes a colour in quotes, such as \"#ff5a4f\".", color, key)
                    }
                    colors[color] = text
                }
            case "looks":
                guard let table = file.root[key]?.table else {
                    throw wrong("\"looks\" must hold tables such as [looks.title].", key, nil)
                }
                for role in table.keys.sorted() {
                    guard let look = table[role]?.table else {
                        throw wrong("\"looks.\(role)\" must be a table.", role, key)
                    }
                    looks[role] = try Self.look(look) { key, message in wrong(message, key, "looks.\(role)") }
                }
            default:
                throw wrong("A theme has \"inherits\", [colors] and [looks.…], but no \"\(key)\".", key, nil)
            }
        }
        self.inherits = inherits
        self.colors = colors
        self.looks = looks
    }

    /// Where a key stands in the file.
    public func position(of key: String, in table: String?) -> TOMLPosition? {
        file.position(of: key, in: table)
    }

    private static func look(
        _ table: TOMLTable, _ wrong: (String, String) -> ConfigurationError
    ) throws(ConfigurationError) -> Look {
        var look = Look()
        for key in table.keys.sorted() {
            switch key {
            case "text", "background":
                let text = table[key]?.string ?? table[key]?.int.map(String.init)
                guard let text else { throw wrong(key, "\"\(key)\" takes a colour in quotes, such as \"#ff5a4f\".") }
                if key == "text" { look.text = text } else { look.background = text }
            default:
                guard let flag = table[key]?.bool else { throw wrong(key, "\"\(key)\" takes true or false.") }
                look.attributes[key] = flag
            }
        }
        return look
    }
}

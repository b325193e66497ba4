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
    public let looks: [String: RenderStyle]
    /// Whether nothing that was found wrong while it was read keeps it from being used.
    public let isSound: Bool
    private let file: TOMLFile

    /// How a role looks.
    public struct RenderStyle: Hashable, Sendable {
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
    /// that theme and is told to `report`; what of it can be understood is answered all the same, for all its faults to be told.
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

    /// Reads the file at `path`; nil where there is none. What in it is wrong is told to `report`. Throws where it is not TOML.
    init?(path: String, name: String, report: (ConfigurationError) -> Void) throws(ConfigurationError) {
        guard let file = try TOMLFile(path: path) else { return nil }
        self.file = file
        self.path = path
        self.name = name
        var isSound = true
        func wrong(_ message: String, _ key: String, _ table: String?) {
            isSound = false
            report(
                ConfigurationError(
                    .value, file: path, at: file.nearestPosition(of: key, in: table), message,
                    advice: "Mend the line, or take it out."))
        }
        var inherits = "dark"
        var colors: [String: String] = [:]
        var looks: [String: RenderStyle] = [:]
        for key in file.root.keys.sorted() {
            switch key {
            case "inherits":
                if let word = file.root[key]?.string {
                    inherits = word
                } else {
                    wrong("\"inherits\" takes the name of a theme in quotes.", key, nil)
                }
            case "colors":
                guard let table = file.root[key]?.table else {
                    wrong("\"colors\" must be a table.", key, nil)
                    continue
                }
                for color in table.keys.sorted() {
                    colors[color] = table[color]?.string
                    guard colors[color] == nil else { continue }
                    wrong("\"\(color)\" takes a colour in quotes, such as \"#ff5a4f\".", color, key)
                }
            case "looks":
                guard let table = file.root[key]?.table else {
                    wrong("\"looks\" must hold tables such as [looks.title].", key, nil)
                    continue
                }
                for role in table.keys.sorted() {
                    if let look = table[role]?.table {
                        looks[role] = Self.look(look) { key, message in wrong(message, key, "looks.\(role)") }
                    } else {
                        wrong("\"looks.\(role)\" must be a table.", role, key)
                    }
                }
            default:
                wrong("A theme has \"inherits\", [colors] and [looks.…], but no \"\(key)\".", key, nil)
            }
        }
        self.isSound = isSound
        self.inherits = inherits
        self.colors = colors
        self.looks = looks
    }

    /// Where a key stands in the file.
    public func position(of key: String, in table: String?) -> TOMLPosition? {
        file.nearestPosition(of: key, in: table)
    }

    private static func look(_ table: TOMLTable, _ wrong: (String, String) -> Void) -> RenderStyle {
        var look = RenderStyle()
        for key in table.keys.sorted() {
            switch key {
            case "text", "background":
                let text = table[key]?.string ?? table[key]?.int.map(String.init)
                if text == nil { wrong(key, "\"\(key)\" takes a colour in quotes, such as \"#ff5a4f\".") }
                if key == "text" { look.text = text } else { look.background = text }
            default:
                look.attributes[key] = table[key]?.bool
                if look.attributes[key] == nil { wrong(key, "\"\(key)\" takes true or false.") }
            }
        }
        return look
    }
}

import FoundationBasics
public import TerminalKit

/// The properties of the terminal according to environment variables. A pure value, so that every combination can be tested.
public nonisolated struct TerminalEnvironment: Hashable, Sendable {
    private let variables: [String: String]

    /// Reads the variables, normally those of the process.
    public init(_ variables: [String: String]) { self.variables = variables }

    /// The name of the terminal type.
    public var term: String { variables["TERM"] ?? "" }

    /// True if the user wants no colours. <https://no-color.org>
    public var wantsNoColor: Bool { !(variables["NO_COLOR"] ?? "").isEmpty }

    /// True if the terminal declares 24-bit colours.
    public var claimsTruecolor: Bool {
        ["truecolor", "24bit"].contains((variables["COLORTERM"] ?? "").lowercased()) || isModern
    }

    /// True for terminals with all modern features, by their names.
    private var isModern: Bool {
        ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"].contains { term.hasPrefix($0) }
    }

    /// Returns true for modern terminals under other names too, for tmux, and for those with VTE of at least this version.
    private func isModern(orVTE version: Int) -> Bool {
        isModern || term.hasPrefix("tmux")
            || ["WezTerm", "ghostty", "iTerm.app", "vscode"].contains(variables["TERM_PROGRAM"] ?? "")
            || (variables["VTE_VERSION"].flatMap { Int($0) } ?? 0) >= version
    }

    /// Returns the number of colours to use if ncurses reports `colors`.
    public func depth(colors: Int) -> ColorDepth {
        if wantsNoColor || colors < 8 { return .none }
        if colors >= 1 << 24 { return .truecolor }
        return colors >= 256 ? .palette : .sixteen
    }

    /// True if the terminal's font is likely to have more than ASCII characters.
    var hasRichFont: Bool { !["linux", "vt1", "vt2", "vt3", "dumb", "ansi", "cons"].contains { term.hasPrefix($0) } }

    /// True if the terminal supports xterm's private modes for pastes and the mouse. Other terminals would print a
    /// few letters at worst.
    var hasPrivateModes: Bool { hasRichFont }

    /// True if the terminal can be asked for its modes. Apple's Terminal prints a letter instead of answering.
    var answersForModes: Bool { hasPrivateModes && variables["TERM_PROGRAM"] != "Apple_Terminal" }

    /// True if the terminal is known to support synchronized output (mode 2026) without being asked.
    var hasSynchronizedOutput: Bool { isModern(orVTE: 6_800) }

    /// True if the terminal is known to open hyperlinks (OSC 8), or passes them on as tmux does.
    var opensHyperlinks: Bool { isModern(orVTE: 5_000) || variables["WT_SESSION"] != nil }

    /// True if the terminal is known to draw pictures by kitty's protocol with Unicode placeholders, as kitty and
    /// Ghostty do. Multiplexers such as tmux do not pass them on.
    var drawsPictures: Bool {
        ["xterm-kitty", "xterm-ghostty"].contains { term.hasPrefix($0) }
            || variables["TERM_PROGRAM"] == "ghostty" && term.hasPrefix("xterm")
    }

    /// True if no locale was chosen, so that the default UTF-8 locale can be used.
    var hasNoLocale: Bool { locale == nil }

    /// True if the chosen locale has only ASCII characters.
    public var namesASCII: Bool { locale == "C" || locale == "POSIX" }

    /// True if the name of the chosen locale ends in UTF-8, such as `es_ES.UTF-8`. The terminal then shows UTF-8 even
    /// if this machine does not have the locale, as on ssh connections.
    var namesUTF8: Bool {
        guard let encoding = locale?.split(separator: ".").dropFirst().first?.prefix(while: { $0 != "@" }) else {
            return false
        }
        return ["utf8", "utf-8"].contains(encoding.lowercased())
    }

    /// The locale for characters in the order of POSIX; empty values are ignored.
    private var locale: String? {
        ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }

    /// The possible paths of the compiled terminfo entry, in ncurses' order.
    var descriptionPaths: [String] {
        guard let first = term.utf8.first, !term.contains("/") else { return [] }
        var directories: [String] = []
        if let own = variables["TERMINFO"], own.hasPrefix("/") { directories.append(own) }
        if let home = variables["HOME"] { directories.append(home + "/.terminfo") }
        directories += (variables["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
        directories += [
            "/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo", "/usr/local/share/terminfo",
            "/opt/homebrew/opt/ncurses/share/terminfo",
        ]
        let hexadecimal = String(first, radix: 16)
        return directories.flatMap { ["\($0)/\(term.prefix(1))/\(term)", "\($0)/\(hexadecimal)/\(term)"] }
    }

    /// Returns the value for `TERMINFO` that adds 24-bit colours to the terminal's terminfo entry, or `nil` if they are
    /// not wanted or the entry is not found.
    ///
    /// - Parameter isChosen: True if the user says that the terminal has 24-bit colours; not every terminal declares
    ///   them.
    func truecolorDescription(isChosen: Bool = false) -> String? {
        guard claimsTruecolor || isChosen, !wantsNoColor else { return nil }
        for path in descriptionPaths {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            return TerminfoEntry([UInt8](data))?.withTruecolor().map { "b64:" + Data($0).base64EncodedString() }
        }
        return nil
    }
}

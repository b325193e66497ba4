import FoundationEssentials
public import TerminalKit

/// What the environment's variables say about the terminal. Pure, so that every combination can be tested.
public nonisolated struct TerminalEnvironment: Hashable, Sendable {
    private let variables: [String: String]

    /// Takes the variables; mostly the process' own.
    public init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// The terminal's name.
    public var term: String { variables["TERM"] ?? "" }

    /// Whether the user wants no colours. <https://no-color.org>
    public var wantsNoColor: Bool { !(variables["NO_COLOR"] ?? "").isEmpty }

    /// Whether the terminal says that it shows 24-bit colours.
    public var claimsTruecolor: Bool {
        ["truecolor", "24bit"].contains((variables["COLORTERM"] ?? "").lowercased())
            || ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"]
                .contains { term.hasPrefix($0) }
    }

    /// How many colours to use where ncurses knows of `colors`.
    public func depth(colors: Int) -> ColorDepth {
        if wantsNoColor || colors < 8 { return .none }
        if colors >= 1 << 24 { return .truecolor }
        return colors >= 256 ? .palette : .sixteen
    }

    /// Whether the terminal's font may be expected to have more than ASCII, if the locale's encoding has.
    public var hasRichFont: Bool {
        !["linux", "vt1", "vt2", "vt3", "dumb", "ansi", "cons"].contains { term.hasPrefix($0) }
    }

    /// Whether the terminal understands xterm's private modes for pastes and the mouse. The others would at worst print
    /// a few letters.
    var hasPrivateModes: Bool { hasRichFont }

    /// Whether the terminal may be asked which modes it has. Apple's prints a letter in the place of an answer.
    var answersForModes: Bool { hasPrivateModes && variables["TERM_PROGRAM"] != "Apple_Terminal" }

    /// Whether the terminal is known to hold back drawing between the marks of mode 2026, before it has said so itself.
    var hasSynchronizedOutput: Bool {
        ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "tmux"]
            .contains {
                term.hasPrefix($0)
            }
            || ["WezTerm", "ghostty", "iTerm.app", "vscode"].contains(variables["TERM_PROGRAM"] ?? "")
            || (variables["VTE_VERSION"].flatMap { Int($0) } ?? 0) >= 6_800
    }

    /// Whether the terminal is known to draw pictures by kitty's protocol with Unicode placeholders: kitty and Ghostty do. What
    /// stands between, such as tmux, would not pass them on.
    var drawsPictures: Bool {
        ["xterm-kitty", "xterm-ghostty"].contains { term.hasPrefix($0) }
            || variables["TERM_PROGRAM"] == "ghostty" && term.hasPrefix("xterm")
    }

    /// Whether no locale was chosen, so that the usual UTF-8 may be taken.
    var hasNoLocale: Bool {
        let chosen = locale
        return chosen == nil || chosen == "C" || chosen == "POSIX"
    }

    /// Whether the chosen locale is one of UTF-8 by its name, such as `es_ES.UTF-8`: the terminal then shows it, even where
    /// this machine does not have the locale, as behind ssh.
    var namesUTF8: Bool {
        guard let encoding = locale?.split(separator: ".").dropFirst().first?.prefix(while: { $0 != "@" }) else {
            return false
        }
        return ["utf8", "utf-8"].contains(encoding.lowercased())
    }

    /// The locale that decides over characters, in the order of POSIX; an empty one is none.
    private var locale: String? {
        ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }

    /// The compiled descriptions of the terminal that may exist, in ncurses' order.
    var descriptionPaths: [String] {
        guard let first = term.utf8.first, !term.contains("/") else { return [] }
        var directories: [String] = []
        if let own = variables["TERMINFO"], own.hasPrefix("/") { directories.append(own) }
        if let home = variables["HOME"] { directories.append(home + "/.terminfo") }
        for directory in (variables["TERMINFO_DIRS"] ?? "").split(separator: ":") {
            directories.append(String(directory))
        }
        directories += [
            "/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo", "/usr/local/share/terminfo",
            "/opt/homebrew/opt/ncurses/share/terminfo",
        ]
        let hexadecimal = String(first, radix: 16)
        return directories.flatMap { ["\($0)/\(term.prefix(1))/\(term)", "\($0)/\(hexadecimal)/\(term)"] }
    }

    /// The value for `TERMINFO` that gives ncurses the terminal's own description with 24-bit colours; nil where they
    /// are not wanted or the description is not found.
    ///
    /// - Parameter isChosen: Whether the user says that the terminal has them, which not every one says of itself.
    func truecolorDescription(isChosen: Bool = false) -> String? {
        guard claimsTruecolor || isChosen, !wantsNoColor else { return nil }
        for path in descriptionPaths {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            return TerminfoEntry([UInt8](data))?.withTruecolor().map { "b64:" + Data($0).base64EncodedString() }
        }
        return nil
    }
}

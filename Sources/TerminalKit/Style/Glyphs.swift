/// The signs that screens draw beside text. Each has the same meaning and, so that nothing moves when a user changes
/// the set, the same width in both sets.
public struct Glyphs: Sendable, Hashable {
    /// Whether only ASCII is used.
    public let isASCII: Bool
    private var touch = Touch.none

    /// What a theme adds to the signs. It changes pictures only: neither meanings nor widths.
    public enum Touch: Hashable, Sendable {
        /// Nothing.
        case none
        /// Of motor racing: tyres, the pit wall's radio, batteries, start lights, the grid.
        case racing
    }

    private init(isASCII: Bool) {
        self.isASCII = isASCII
    }

    /// The signs of Unicode; each one column wide in every terminal.
    public static let unicode = Glyphs(isASCII: false)
    /// Signs for terminals and fonts that have only ASCII.
    public static let ascii = Glyphs(isASCII: true)

    /// These signs with a theme's touch, where the terminal has more than ASCII.
    public func with(_ touch: Touch) -> Glyphs {
        var glyphs = self
        glyphs.touch = isASCII ? .none : touch
        return glyphs
    }

    private func pick(_ unicode: String, _ ascii: String, racing: String? = nil) -> String {
        if isASCII { return ascii }
        return touch == .racing ? racing ?? unicode : unicode
    }

    /// The program's mark.
    public var plate: String { pick("◢", "/") }
    /// Not read.
    public var unread: String { pick("●", "*") }
    /// Beside the selected row.
    public var selection: String { pick("▌", "|") }
    /// Something that a rule wants seen.
    public var highlight: String { pick("✦", "+") }
    /// Starred or liked.
    public var star: String { pick("★", "*") }
    /// Kept to be read later.
    public var later: String { pick("◷", "L") }
    /// Passed on.
    public var boost: String { pick("↻", "@", racing: "≋") }
    /// Answered, answers.
    public var reply: String { pick("↩", "<") }
    /// Media.
    public var media: String { pick("▣", "#") }
    /// Liked at the source.
    public var like: String { pick("♥", "+") }
    /// Kept at the source.
    public var bookmark: String { pick("⚑", "=") }
    /// Asked of a source that has not answered.
    public var underWay: String { pick("◌", "~") }
    /// A verified author.
    public var verified: String { pick("✓", "v") }
    /// A warning.
    public var warning: String { pick("⚠", "!") }
    /// The filter is on.
    public var filterOn: String { pick("◉", "o") }
    /// The filter is off.
    public var filterOff: String { pick("○", ".") }
    /// A refresh is running.
    public var refresh: String { pick("⟳", "~", racing: "◎") }
    /// New above.
    public var newAbove: String { pick("↑", "^") }
    /// More below.
    public var below: String { pick("↓", "v") }
    /// The Enter key.
    public var enter: String { pick("⏎", "E") }
    /// The same item elsewhere.
    public var duplicate: String { pick("⧉", "=") }
    /// Something cut off.
    public var ellipsis: String { pick("…", "~") }
    /// Between small facts.
    public var dot: String { pick("·", "-") }
    /// Nothing known.
    public var none: String { pick("–", "-") }
    /// The full part of a gauge.
    public var gaugeFull: String { pick("▰", "#", racing: "▮") }
    /// The empty part of a gauge.
    public var gaugeEmpty: String { pick("▱", "-", racing: "▯") }
    /// A covered stretch.
    public var covered: String { pick("━", "=") }
    /// A stretch that is not covered; a gap's line.
    public var uncovered: String { pick("┄", ".") }
    /// A quiet line across.
    public var line: String { pick("─", "-") }
    /// A quiet line down.
    public var vertical: String { pick("│", "|") }
    /// A gap's line down.
    public var gapVertical: String { pick("┊", ":") }
    /// The bar beside quoted text.
    public var quoteBar: String { pick("▏", "|") }
    /// A list item.
    public var bullet: String { pick("•", "*") }
    /// The moving part of a scroll bar.
    public var scrollThumb: String { pick("┃", "#") }
    /// The rest of a scroll bar.
    public var scrollTrack: String { pick("│", "|") }
    /// Round corners: top left, top right, bottom left, bottom right.
    public var corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String) {
        isASCII ? ("+", "+", "+", "+") : ("╭", "╮", "╰", "╯")
    }
    /// Square corners, for quotes: top left and bottom left.
    public var quoteCorners: (top: String, bottom: String) {
        (pick("┌", "+", racing: "┏"), pick("└", "+", racing: "┗"))
    }
    /// Before a message that something was done; one column wide, or the five of the start lights.
    public var notice: String { pick("·", "-", racing: "●●●●●") }
    /// A feed.
    public var kindFeed: String { pick("≡", "=") }
    /// Mastodon.
    public var kindMastodon: String { pick("⬢", "M") }
    /// Bluesky.
    public var kindBluesky: String { pick("❖", "B") }
    /// Hacker News.
    public var kindHackerNews: String { pick("▲", "Y") }
    /// Lobsters.
    public var kindLobsters: String { pick("◆", "L") }
    /// A command's output.
    public var kindCommand: String { pick("$", "$") }
    /// A file.
    public var kindFile: String { pick("▸", ">") }
    /// Any other kind.
    public var kindOther: String { pick("▪", "-") }
}

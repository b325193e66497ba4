/// The signs beside text. Each has one meaning and the same width in both sets, so that nothing moves with the set.
public struct Glyphs: Sendable, Hashable {
    /// True if only ASCII is used.
    public let isASCII: Bool
    private var variation = Variation.none

    /// A theme's variation of pictures; it changes neither meanings nor widths.
    public enum Variation: Hashable, Sendable {
        case none
        /// Motor racing: tyres, the pit wall's radio, batteries, start lights, the grid.
        case racing
    }

    private init(isASCII: Bool) { self.isASCII = isASCII }

    /// The Unicode signs, each one column wide in every terminal.
    public static let unicode = Glyphs(isASCII: false)
    /// Signs for terminals and fonts with ASCII only.
    public static let ascii = Glyphs(isASCII: true)

    /// Returns these signs with a theme's variation, unless they are ASCII.
    public func with(_ variation: Variation) -> Glyphs {
        var glyphs = self
        glyphs.variation = isASCII ? .none : variation
        return glyphs
    }

    private func pick(_ unicode: String, _ ascii: String, racing: String? = nil) -> String {
        if isASCII { return ascii }
        return variation == .racing ? racing ?? unicode : unicode
    }

    /// The program's mark.
    public var plate: String { pick("◢", "/") }
    public var unread: String { pick("●", "o") }
    /// Beside a row whose parts are visible.
    public var opened: String { pick("▾", "v") }
    /// Beside a row whose parts are hidden.
    public var closed: String { pick("▸", ">") }
    /// Beside the selected row.
    public var selection: String { pick("▌", "|") }
    /// Highlighted by a rule.
    public var highlight: String { pick("✦", "+") }
    /// Starred or liked.
    public var star: String { pick("★", "*") }
    /// To be read later.
    public var later: String { pick("◷", "L") }
    public var boost: String { pick("↻", "@", racing: "≋") }
    /// A reply or replies.
    public var reply: String { pick("↩", "<") }
    public var media: String { pick("▣", "#") }
    /// Liked at the source.
    public var like: String { pick("♥", "+") }
    /// Bookmarked at the source.
    public var bookmark: String { pick("⚑", "=") }
    /// An action that the source has not confirmed.
    public var underWay: String { pick("◌", "~") }
    /// A verified author.
    public var verified: String { pick("✓", "v") }
    /// A note on an author.
    public var note: String { pick("✎", "%") }
    /// Authors that are one person.
    public var person: String { pick("≡", "=") }
    public var warning: String { pick("⚠", "!") }
    public var filterOn: String { pick("◉", "o") }
    public var filterOff: String { pick("○", ".") }
    /// A refresh is running.
    public var refresh: String { pick("⟳", "~", racing: "◎") }
    public var newAbove: String { pick("↑", "^") }
    /// New tickets at the bottom.
    public var newBelow: String { pick("↓", "v") }
    /// The same story elsewhere.
    public var duplicate: String { pick("⧉", "=") }
    /// Something cut off.
    public var ellipsis: String { pick("…", "~") }
    /// The rest of a line that was too long.
    public var continued: String { pick("↪", ">") }
    /// Something cut off on the left.
    public var cutLeft: String { pick("‹", "<") }
    /// A separator of small facts.
    public var dot: String { pick("·", "-") }
    /// An unknown value.
    public var none: String { pick("–", "-") }
    /// The full part of a progress bar.
    public var gaugeFull: String { pick("▰", "#", racing: "▮") }
    /// The empty part of a progress bar.
    public var gaugeEmpty: String { pick("▱", "-", racing: "▯") }
    /// A covered range of time.
    public var covered: String { pick("━", "=") }
    /// A range of time of which a part is covered.
    public var partlyCovered: String { pick("╍", "-") }
    /// An uncovered range of time; a gap's line.
    public var uncovered: String { pick("┄", ".") }
    /// A faint horizontal line.
    public var line: String { pick("─", "-") }
    /// A faint vertical line.
    public var vertical: String { pick("│", "|") }
    /// A branch of a tree after which others follow.
    public var branch: String { pick("├", "+") }
    /// The last branch of a tree.
    public var lastBranch: String { pick("╰", "`") }
    /// The bar beside the post whose thread is shown.
    public var openedBar: String { pick("┃", "#") }
    /// A gap's vertical line.
    public var gapVertical: String { pick("┊", ":") }
    /// The bar beside quoted text.
    public var quoteBar: String { pick("▏", "|") }
    /// A list item.
    public var bullet: String { pick("•", "*") }
    /// The thumb of a scroll bar.
    public var scrollThumb: String { pick("┃", "#") }
    /// The track of a scroll bar.
    public var scrollTrack: String { pick("│", "|") }
    /// Round corners: top left, top right, bottom left, bottom right.
    public var corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String) {
        isASCII ? ("+", "+", "+", "+") : ("╭", "╮", "╰", "╯")
    }
    /// Square corners, for quotes: top left and bottom left.
    public var quoteCorners: (top: String, bottom: String) {
        (pick("┌", "+", racing: "┏"), pick("└", "+", racing: "┗"))
    }
    /// Before a message of success; one column wide, or the five start lights.
    public var notice: String { pick("·", "-", racing: "●●●●●") }
    /// A kind of source without a glyph of its own.
    public var kindOther: String { pick("▪", "-") }
}

public import EngineConcepts
public import Localization
public import TerminalKit
public import ViewModels

/// The appearance of all screens: the theme, the glyphs, the language, the kinds of source and the row templates. Screens
/// receive it for each frame and do not store it.
public struct Appearance: Equatable {
    /// The colours.
    public let theme: Theme
    /// The symbols.
    public let glyphs: Glyphs
    /// The texts in the user's language.
    public let localizer: Localizer
    /// The kinds of source, with their glyphs and colours.
    public let kinds: SourceKinds
    /// The user's templates for rows. A density without one uses the built-in layout.
    public let rowTemplates: [Density: RowTemplate]
    /// The maximum width of running text in columns, or `Int.max` for the width of the screen.
    public let readingWidth: Int

    public init(
        theme: Theme = .dark, glyphs: Glyphs = .unicode, localizer: Localizer = .english,
        kinds: SourceKinds = SourceKinds(), rowTemplates: [Density: RowTemplate] = [:], readingWidth: Int = 78
    ) {
        self.theme = theme
        self.glyphs = glyphs
        self.localizer = localizer
        self.kinds = kinds
        self.rowTemplates = rowTemplates
        self.readingWidth = readingWidth
    }

    /// Returns the hint of a key that is fixed, because other keys type text.
    func hint(_ key: Key, _ text: MessageKey) -> KeyHint {
        let label: String? =
            switch (key.code, key.modifiers) {
            case (.named(.enter), _) where glyphs.isASCII: "Enter"
            case (.named(.tab), _): "Tab"
            case (.named(.escape), _): "Esc"
            case (.character(let letter), .control): "^\(letter.uppercased())"
            default: nil
            }
        return KeyHint(key, as: label, localizer(text), glyphs: glyphs)
    }

    /// Returns the symbol and the colour role of a kind of source.
    func kind(_ id: SupplierKind) -> (glyph: String, role: Role) {
        guard let kind = kinds[id] else { return (glyphs.kindOther, .kindOther) }
        let glyph = glyphs.isASCII ? kind.glyph.ascii : kind.glyph.unicode
        return (glyph, Role(notation: kind.colorRole) ?? .kindOther)
    }

    /// Returns the symbol of a kind of source, and a space behind it.
    func symbol(of id: SupplierKind) -> TextLine {
        let (glyph, role) = kind(id)
        return TextLine("\(glyph) ", theme[role])
    }
}

/// A part of a screen that is drawn in the appearance of all screens.
protocol StyledDrawing {
    var appearance: Appearance { get }
}

extension StyledDrawing {
    var theme: Theme { appearance.theme }
    var glyphs: Glyphs { appearance.glyphs }
    var localizer: Localizer { appearance.localizer }
    var bars: Bars { Bars(appearance: appearance) }

    /// Draws the placeholder of a screen without content, or returns the content.
    func draw<Content>(_ body: ScreenBody<Content>, in area: Rect, of buffer: inout CellBuffer) -> Content? {
        switch body {
        case .words(let text): bars.middle(text, [], role: .dim, in: area, of: &buffer)
        case .notice(let title, let hints): bars.middle(title, hints, in: area, of: &buffer)
        case .failure(let title, let hints): bars.middle(title, hints, role: .error, in: area, of: &buffer)
        case .content(let content): return content
        }
        return nil
    }

    /// Returns a horizontal line of this many columns.
    func rule(_ columns: Int) -> TextLine {
        TextLine(String(repeating: glyphs.line, count: max(0, columns)), theme[.rule])
    }

    /// Returns a key, which spaces may precede, with what it does here.
    func keyed(_ key: String, _ text: String, _ role: Role = .key) -> TextLine {
        TextLine(key, theme[role].withoutBackground) + TextLine(" \(text)", theme[.faint].withoutBackground)
    }

    /// Returns the last line of a list of tickets, which says how many more there are.
    func more(_ text: String) -> TextLine { TextLine("         \(glyphs.ellipsis) \(text)", theme[.faint]) }

    /// Draws a row by `content`, with the marks of the selection if it is the current one.
    func drawRow(in area: Rect, of buffer: inout CellBuffer, isSelected: Bool, _ content: (inout CellBuffer) -> Void) {
        guard isSelected else { return content(&buffer) }
        buffer.drawSelected(area, theme: theme, glyphs: glyphs, content)
    }

    /// Draws the scroll bar of a text into the first column of `area`.
    func drawScrollBar(_ scroll: PageScroll, in area: Rect, of buffer: inout CellBuffer) {
        buffer.scrollBar(
            in: area, offset: scroll.offset, visible: scroll.height, count: scroll.count, theme: theme, glyphs: glyphs)
    }
}

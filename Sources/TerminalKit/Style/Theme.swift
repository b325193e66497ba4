/// The styles of all roles. Immutable.
public struct Theme: Sendable, Hashable {
    /// The name in configurations.
    public let name: String
    /// The colours, or `nil` for a theme without any.
    public let palette: Palette?
    /// The variation of the signs.
    public let variation: Glyphs.Variation
    private let styles: [Role: Style]

    /// Creates a theme; a role without a style inherits everything.
    public init(name: String, palette: Palette? = nil, variation: Glyphs.Variation = .none, styles: [Role: Style]) {
        self.name = name
        self.palette = palette
        self.variation = variation
        self.styles = styles
    }

    public subscript(role: Role) -> Style { styles[role] ?? .plain }

    /// Returns the style of `role` over `base`, such as a link over quoted text. Body text keeps the background of `base`.
    public func style(_ role: Role, over base: Role) -> Style {
        (role == .text ? self[role].withoutBackground : self[role]).over(self[base])
    }

    /// Returns the theme for a terminal of `depth`.
    ///
    /// With 256 colours: quantised. With sixteen: the hues of its colours on the user's background, which may be light or
    /// dark, without shades and greys. Without colours: weight and decoration.
    public func adapted(to depth: ColorDepth) -> Theme {
        switch depth {
        case .truecolor: self
        case .palette:
            Theme(name: name, palette: palette, variation: variation, styles: styles.mapValues(\.withPaletteColors))
        case .sixteen:
            palette == nil ? .plain : Theme(name: name, palette: palette, variation: variation, styles: stylesOfHues)
        case .none: .plain
        }
    }

    private var stylesOfHues: [Role: Style] {
        var hues = Theme.attributesOnly
        for (role, style) in styles {
            // The program's name is drawn reversed: its background is what is seen.
            let color = role == .plate ? style.background : style.foreground
            guard let hue = color.hue, style.background == .inherited || role == .plate else { continue }
            hues[role, default: .plain].foreground = hue
        }
        return hues
    }
}

extension Style {
    fileprivate var withPaletteColors: Style {
        Style(
            foreground: foreground.quantized(to: .palette), background: background.quantized(to: .palette),
            attributes: attributes)
    }
}

extension Color {
    /// The colour of the first eight with the same hue, or `nil` for greys and non-colours.
    fileprivate var hue: Color? {
        switch kind {
        case .inherited, .terminal: return nil
        case .palette(let index): return index < 16 ? self : Color.rgb(XTermPalette.rgb(index)).hue
        case .rgb(let value):
            let channels = Color.channels(of: value)
            guard let most = channels.max(), let least = channels.min(), (most - least) * 5 > most else { return nil }
            // A channel counts if it is in the upper half between the least and the most.
            let middle = (most + least) / 2
            let bits = channels.enumerated().reduce(0) { $1.element > middle ? $0 | 1 << $1.offset : $0 }
            return .palette(UInt8(bits))
        }
    }
}

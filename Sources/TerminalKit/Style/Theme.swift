/// How every role looks. Immutable; a screen gets one and asks it for styles, and stores none.
public struct Theme: Sendable, Hashable {
    /// The name that a configuration says.
    public let name: String
    /// The colours that it is made of; nil for a theme without any.
    public let palette: Palette?
    /// What it adds to the signs beside text.
    public let touch: Glyphs.Touch
    private let styles: [Role: Style]

    /// Makes a theme; a role without a style looks like what lies beneath.
    public init(
        name: String, palette: Palette? = nil, touch: Glyphs.Touch = .none, styles: [Role: Style]
    ) {
        self.name = name
        self.palette = palette
        self.touch = touch
        self.styles = styles
    }

    /// How `role` looks.
    public subscript(role: Role) -> Style {
        styles[role] ?? .plain
    }

    /// How `role` looks over `base`, such as a link over quoted text. Running text stands on the ground of `base`: the screen's
    /// own would look like a hole in it.
    public func style(_ role: Role, over base: Role) -> Style {
        (role == .text ? self[role].on(.inherited) : self[role]).over(self[base])
    }

    /// The same theme where `changes` say otherwise; a user's theme is made this way.
    public func changing(_ changes: [Role: Style], name: String) -> Theme {
        Theme(name: name, palette: palette, touch: touch, styles: styles.merging(changes) { _, new in new })
    }

    /// The theme for a terminal of `depth`.
    ///
    /// With 256 colours, its own quantised. With sixteen, the hues of its colours on the user's own background, which may
    /// be light or dark: backgrounds that differ by a shade would all become the same, and so would greys; weight and
    /// decoration carry what they said. Without colours, weight and decoration alone.
    public func adapted(to depth: ColorDepth) -> Theme {
        switch depth {
        case .truecolor: self
        case .palette: Theme(name: name, palette: palette, touch: touch, styles: styles.mapValues(\.withPaletteColors))
        case .sixteen: palette == nil ? .plain : Theme(name: name, palette: palette, touch: touch, styles: stylesOfHues)
        case .none: .plain
        }
    }

    private var stylesOfHues: [Role: Style] {
        var hues = Theme.attributesOnly
        for (role, style) in styles {
            // The plate is drawn reversed: its ground is the colour that is seen.
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
    /// The colour of the first eight that has the same hue; nil for greys and for what is no colour.
    fileprivate var hue: Color? {
        switch kind {
        case .inherited, .terminal: return nil
        case .palette(let index): return index < 16 ? self : Color.rgb(XTermPalette.rgb(index)).hue
        case .rgb(let value):
            let channels = [value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff].map(Int.init)
            guard let most = channels.max(), let least = channels.min(), (most - least) * 5 > most else { return nil }
            // A channel takes part where it is in the upper half between the least and the most.
            let middle = (most + least) / 2
            let bits = channels.enumerated().reduce(0) { $1.element > middle ? $0 | 1 << $1.offset : $0 }
            return .palette(UInt8(bits))
        }
    }
}

/// How a cell looks. Colours that are ``Color/inherited`` leave what lies beneath, so that a link keeps the background
/// of the selected row that it stands in.
public struct Style: Hashable, Sendable {
    /// The text's colour.
    public var foreground: Color
    /// The background's colour.
    public var background: Color
    /// Weight and decoration.
    public var attributes: Attributes

    /// Makes a style; without arguments the one that changes nothing.
    public init(
        foreground: Color = .inherited, background: Color = .inherited, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The style that changes nothing.
    public static let plain = Style()

    /// Weight and decoration of text.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit per attribute.
        public let rawValue: UInt8

        /// Makes a set out of its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Heavier.
        public static let bold = Attributes(rawValue: 1)
        /// Fainter, where the terminal can.
        public static let dim = Attributes(rawValue: 2)
        /// Slanted, where the terminal can.
        public static let italic = Attributes(rawValue: 4)
        /// With a line below.
        public static let underline = Attributes(rawValue: 8)
        /// Text and background exchanged.
        public static let reverse = Attributes(rawValue: 16)
        /// With a line through it, where the terminal can.
        public static let strikethrough = Attributes(rawValue: 32)
    }

    /// This style lying over `base`: its colours where it has any, the attributes of both.
    public func over(_ base: Style) -> Style {
        Style(
            foreground: foreground == .inherited ? base.foreground : foreground,
            background: background == .inherited ? base.background : background,
            attributes: attributes.union(base.attributes))
    }

    /// The same with more attributes.
    public func with(_ more: Attributes) -> Style {
        Style(foreground: foreground, background: background, attributes: attributes.union(more))
    }

    /// The same on another background.
    public func on(_ background: Color) -> Style {
        Style(foreground: foreground, background: background, attributes: attributes)
    }
}

/// The style of a cell. Colours that are ``Color/inherited`` keep the ones beneath, so that a link has the background of the
/// selected row.
public struct Style: Hashable, Sendable {
    public var foreground: Color
    public var background: Color
    public var attributes: Attributes
    /// The number of the cell's ``ClickTarget``, or 0 for none.
    var targetNumber: UInt16 = 0

    /// Creates a style; without arguments the one that changes nothing.
    public init(foreground: Color = .inherited, background: Color = .inherited, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The style that changes nothing.
    public static let plain = Style()

    /// Weight and decoration of text.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let bold = Attributes(rawValue: 1)
        public static let dim = Attributes(rawValue: 2)
        public static let italic = Attributes(rawValue: 4)
        public static let underline = Attributes(rawValue: 8)
        /// Exchanges text and background colours.
        public static let reverse = Attributes(rawValue: 16)
        public static let strikethrough = Attributes(rawValue: 32)
    }

    /// Returns this style over `base`: its own colours and click target if it has them, the attributes of both.
    public func over(_ base: Style) -> Style {
        var style = Style(
            foreground: foreground == .inherited ? base.foreground : foreground,
            background: background == .inherited ? base.background : background,
            attributes: attributes.union(base.attributes))
        style.targetNumber = targetNumber == 0 ? base.targetNumber : targetNumber
        return style
    }

    public func with(_ more: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(more)
        return style
    }

    /// The style without its background, for text on an area that is filled already.
    public var withoutBackground: Style { Style(foreground: foreground, attributes: attributes) }
}

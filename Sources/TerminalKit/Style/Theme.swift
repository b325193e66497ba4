/// How every role looks. Immutable; a screen gets one and asks it for styles, and stores none.
public struct Theme: Sendable, Hashable {
    /// The name that a configuration says.
    public let name: String
    private let styles: [Role: Style]

    /// Makes a theme; a role without a style looks like what lies beneath.
    public init(name: String, styles: [Role: Style]) {
        self.name = name
        self.styles = styles
    }

    /// How `role` looks.
    public subscript(role: Role) -> Style {
        styles[role] ?? .plain
    }

    /// How `role` looks over `base`, such as a link over quoted text.
    public func style(_ role: Role, over base: Role) -> Style {
        self[role].over(self[base])
    }

    /// The same theme where `changes` say otherwise; a user's theme is made this way.
    public func changing(_ changes: [Role: Style], name: String) -> Theme {
        Theme(name: name, styles: styles.merging(changes) { _, new in new })
    }

    /// The theme for a terminal of `depth`: its colours quantised; with sixteen or none, a theme of its own, because
    /// backgrounds that differ by a shade would all become the same.
    public func adapted(to depth: ColorDepth) -> Theme {
        switch depth {
        case .truecolor: return self
        case .palette:
            return Theme(
                name: name,
                styles: styles.mapValues { style in
                    Style(
                        foreground: style.foreground.quantized(to: depth),
                        background: style.background.quantized(to: depth), attributes: style.attributes)
                })
        case .sixteen: return .sixteen
        case .none: return .plain
        }
    }
}

import EngineConcepts
import TerminalKit

/// Gives semantic text its looks: roles become styles of a theme.
struct TextStyler {
    let theme: Theme

    /// A block's text with the styles of its entities over `base`, on whatever ground it comes to stand.
    func string(_ block: StyledText.Block, base: Role) -> StyledString {
        StyledString(
            block.text, base: theme[base].ink,
            spans: block.entities.compactMap { entity in
                role(of: entity.kind).map { StyledString.Span(entity.range, theme[$0]) }
            })
    }

    private func role(of kind: StyledText.EntityKind) -> Role? {
        switch kind {
        case .emphasis: .emphasis
        case .strong: .strong
        case .code: .code
        case .strikethrough: .struck
        case .link, .image, .media: .link
        case .mention: .mention
        case .hashtag: .tag
        case .quotation: .quote
        case .figure: .strong
        case .superscript: .faint
        }
    }
}

import EngineConcepts
import TerminalKit

/// Maps the roles of semantic text to the styles of a theme.
struct TextStyler {
    let theme: Theme

    /// The text of a block with the styles of its entities on top of `base`; works on any background.
    func string(_ block: StyledText.Block, base: Role) -> StyledString {
        StyledString(
            block.text, base: theme[base].withoutBackground,
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

import EngineConcepts
import TerminalKit

/// Maps the roles of semantic text to the styles of a theme.
struct TextStyler {
    let theme: Theme
    /// The numbers of links for hyperlinks and hints, by their targets; those of jumps begin with `#`.
    var links: [String: UInt16] = [:]

    /// Returns the text of a block with the styles of its entities on top of `base`; works on any background.
    func string(_ block: StyledText.Block, base: Role) -> StyledString {
        let links = block.entities.filter { $0.kind == .jump || $0.kind == .link }.map(\.range)
        let starts = Set(links.map(\.lowerBound))
        let ends = Set(links.map(\.upperBound))
        return StyledString(
            block.text, base: theme[base].withoutBackground,
            spans: block.entities.compactMap { entity in
                // The mark of a footnote looks like the link it is.
                if entity.kind == .superscript,
                    starts.contains(entity.range.lowerBound) || ends.contains(entity.range.upperBound)
                {
                    return nil
                }
                return style(of: entity).map { StyledString.Span(entity.range, $0) }
            })
    }

    private func style(of entity: StyledText.Entity) -> Style? {
        switch entity.kind {
        case .emphasis: theme[.emphasis]
        case .strong: theme[.strong]
        case .code: theme[.code]
        case .strikethrough: theme[.struck]
        case .link, .image, .media: theme[.link].clicked(.link(entity.target.flatMap { links[$0] } ?? 0))
        case .jump: theme[.link].clicked(.link(entity.target.flatMap { links["#" + $0] } ?? 0))
        case .mention: theme[.mention]
        case .hashtag: theme[.tag]
        case .quotation: theme[.quote]
        case .figure: theme[.strong]
        case .superscript, .subscript: theme[.faint]
        case .underline: Style(attributes: .underline)
        case .mark: theme[.match]
        case .anchor: nil
        }
    }
}

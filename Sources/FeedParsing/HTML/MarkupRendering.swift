public import EngineConcepts

/// Renders HTML as styled text. All that presenters need of an HTML library.
public protocol MarkupRendering: Sendable {
    /// Renders `html` and resolves relative links against `base`. Never fails: broken markup is recovered as far as
    /// possible, and the rest is text.
    func styledText(html: String, base: String?) -> StyledText
}

/// Renders every form of a ticket's text as styled text; shared by the presenters.
package struct TextRendering: Sendable {
    private let markup: any MarkupRendering

    package init(markup: any MarkupRendering) {
        self.markup = markup
    }

    /// Returns the styled form of `text`. With `marksEntities`, names, topics and addresses in plain text become
    /// entities.
    package func styled(_ text: TicketText, marksEntities: Bool) -> StyledText {
        switch text {
        case .plain(let plain): PlainText.styled(plain, marksEntities: marksEntities)
        case .html(let html, let base): markup.styledText(html: html, base: base)
        case .styled(let styled): styled
        }
    }
}

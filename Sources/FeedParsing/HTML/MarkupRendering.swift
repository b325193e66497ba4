public import EngineConcepts

/// Turns HTML into styled text. What a presenter needs of an HTML library, and nothing more.
public protocol MarkupRendering: Sendable {
    /// The text of `html`; relative links are resolved against `base`. Never fails: broken markup is recovered as far
    /// as it goes, and what is left is text.
    func styledText(html: String, base: String?) -> StyledText
}

/// What the presenters share: every form of a ticket's text as styled text.
package struct TextRendering: Sendable {
    package let markup: any MarkupRendering

    /// The styled form of `text`; names, topics and addresses in plain text are found where `marksEntities` says so.
    package func styled(_ text: TicketText, marksEntities: Bool) -> StyledText {
        switch text {
        case .plain(let plain): PlainText.styled(plain, marksEntities: marksEntities)
        case .html(let html, let base): markup.styledText(html: html, base: base)
        case .styled(let styled): styled
        }
    }
}

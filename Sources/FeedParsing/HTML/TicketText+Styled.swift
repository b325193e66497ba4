package import EngineConcepts

extension TicketText {
    /// Returns the styled form, as the presenters show it. With `marksEntities`, names, topics and addresses in plain
    /// text become entities.
    package func styled(marksEntities: Bool) -> StyledText {
        switch self {
        case .plain(let plain): PlainText.styled(plain, marksEntities: marksEntities)
        case .html(let html, let base): HTMLRenderer.render(html, base: base)
        case .styled(let styled): styled
        }
    }

    /// The text and the pictures of ``styled(marksEntities:)``.
    package var printed: PrintedText {
        switch self {
        case .plain(let plain): PrintedText(PlainText.styled(plain, marksEntities: false))
        case .html(let html, let base): HTMLRenderer.plain(html, base: base)
        case .styled(let styled): PrintedText(styled)
        }
    }
}

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
}

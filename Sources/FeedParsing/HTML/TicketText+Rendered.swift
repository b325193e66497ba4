package import EngineConcepts

extension TicketText {
    /// The styled form, as the presenters show it. Names, topics and addresses in plain text become entities.
    package var rendered: StyledText {
        switch self {
        case .plain(let plain): PlainText.styled(plain, marksEntities: true)
        case .html(let html, let base): HTMLRenderer.render(html, base: base)
        case .styled(let styled): styled
        }
    }

    /// The text and the pictures of ``rendered``.
    package var printed: PrintedText {
        switch self {
        case .plain(let plain): PrintedText(PlainText.styled(plain, marksEntities: false))
        case .html(let html, let base): HTMLRenderer.plain(html, base: base)
        case .styled(let styled): PrintedText(styled)
        }
    }
}

import EngineConcepts

/// Presents items of local documents: as articles if they have a title or markup, otherwise as plain lines.
struct DocumentPresenter: Presenter {
    private let article: ArticlePresenter
    private let line: LinePresenter

    /// Creates a presenter for the items of `source`.
    init(source: String) {
        article = ArticlePresenter(publisher: source)
        line = LinePresenter(source: source)
    }

    func present(_ ticket: Ticket) -> Presentation {
        presenter(of: ticket).present(ticket)
    }

    func printed(_ ticket: Ticket, withText: Bool) -> PrintedTicket {
        presenter(of: ticket).printed(ticket, withText: withText)
    }

    private func presenter(of ticket: Ticket) -> any Presenter {
        if ticket.body.title == nil, case .plain = ticket.body.text { line } else { article }
    }
}

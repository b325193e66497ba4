/// Converts tickets into semantic styled text, without colours and widths. May be shared by suppliers or differ by
/// supplier, and its result may differ by ticket. Screens call ``present(_:)`` for visible tickets only, on or off the main
/// actor; it must be fast enough to run for every frame.
public protocol Presenter: Sendable {
    /// Returns the parts of a ticket that a screen shows.
    func present(_ ticket: Ticket) -> Presentation

    /// Returns the parts of ``present(_:)`` that commands print. A command may print all stored tickets, so presenters of
    /// long texts make them without styles, which is faster.
    ///
    /// - Parameter withText: False to leave out the text, which takes most of the time.
    func printed(_ ticket: Ticket, withText: Bool) -> PrintedTicket
}

extension Presenter {
    /// Takes the parts from ``present(_:)``.
    public func printed(_ ticket: Ticket, withText: Bool) -> PrintedTicket {
        guard !withText else { return PrintedTicket(present(ticket)) }
        var printed = PrintedTicket(present(ticket.withoutText))
        printed.text = nil
        return printed
    }
}

extension Ticket {
    fileprivate var withoutText: Ticket {
        changingBody { body in
            body.text = .plain("")
            body.summary = nil
            body.boosted?.text = .plain("")
            body.quoted?.text = .plain("")
        }
    }
}

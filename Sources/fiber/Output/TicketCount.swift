import ViewModels

extension Int {
    /// So many tickets, in words.
    var tickets: String { "\(Localization.grouped(self)) \(self == 1 ? "ticket" : "tickets")" }
}

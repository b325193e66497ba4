import ViewModels

extension Int {
    /// The number with the word "tickets".
    var tickets: String { "\(Localization.grouped(self)) \(self == 1 ? "ticket" : "tickets")" }
}

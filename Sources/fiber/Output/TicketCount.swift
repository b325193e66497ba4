import Localization
import ViewModels

extension Int {
    /// So many tickets, in words.
    var tickets: String { "\(Localizer.grouped(self)) \(self == 1 ? "ticket" : "tickets")" }
}

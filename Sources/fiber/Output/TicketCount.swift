import Localization
import ViewModels

extension Int {
    /// The number with the word "tickets".
    var tickets: String { "\(Localizer.grouped(self)) \(self == 1 ? "ticket" : "tickets")" }
}

package import EngineConcepts
package import Localization

extension Message {
    /// Returns the message beside the name of its source, as part of a sentence.
    package func phrase(in localizer: Localizer) -> String {
        (localizer.withoutHost(self) ?? localizer(self)).withoutFullStop
    }
}

extension SupplierError {
    /// Returns the message, with the source's backoff if there is one.
    ///
    /// - Parameter name: The name by which commands know the source, for the advice to log in, or `nil` to give no advice.
    package func message(_ backoff: Backoff?, advisingOn name: String? = nil) -> Message {
        var message: Message = self.message
        if let name, message.reason == .loginRequired {
            message = Message("loginBySource", ["first": .message(message), "source": .text(name.shellWord)])
        }
        guard let backoff else { return message }
        let values: [String: Message.Argument] = ["first": .message(message), "time": .local(backoff.until)]
        return switch message.key {
        case "serverError", "unavailable": Message("failedUntil", values)
        case "tooManyRequests", "rateLimited": Message("limitedUntil", values)
        default: Message("failedThenUntil", values)
        }
    }
}

extension Message.Argument {
    /// Returns a number of tickets with that word.
    package static func tickets(_ count: Int) -> Message.Argument {
        .message(Message("tickets", ["count": .number(count)]))
    }
}

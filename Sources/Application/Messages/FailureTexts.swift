package import EngineConcepts
package import Localization

extension Message {
    /// Returns the message without the host that it begins with, for use beside the name or the address of its source.
    package func besideSource(in localizer: Localizer) -> Message {
        localizer.withoutHost(self).map(Message.verbatim) ?? self
    }

    /// Returns the message beside the name of its source, as part of a sentence.
    package func phrase(in localizer: Localizer) -> String {
        let text = localizer.withoutHost(self) ?? localizer(self)
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension SupplierError {
    /// Returns the message, with the source's backoff if there is one.
    package func message(_ backoff: Backoff?) -> Message {
        guard let backoff else { return message }
        let time = Message.Argument.local(backoff.until)
        return switch message.key {
        case "serverError": Message("failedUntil", ["first": .message(message), "time": time])
        case "tooManyRequests", "rateLimited", "unavailable":
            Message("limitedUntil", ["first": .message(message), "time": time])
        default: .sentences(message, backoff.message)
        }
    }
}

extension Backoff {
    /// The end of the backoff.
    var message: Message { Message("backoffUntil", ["time": .local(until)]) }
}

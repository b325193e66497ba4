public import EngineConcepts
public import Localization

nonisolated extension Localizer {
    /// An argument of a text.
    public typealias Value = Message.Argument

    /// The text for `key` with its arguments.
    public func callAsFunction(_ key: MessageKey, _ values: Value...) -> String {
        self(key, values)
    }

    func callAsFunction(_ key: MessageKey, _ values: [Value]) -> String {
        self(key.message(values))
    }

    /// The context line of a ticket, translated if it comes from one of Fiber's presenters.
    func ofPresenters(_ text: String) -> String {
        let english = Localizer.english
        for phrase in [MessageKey.boosted, .inReply] where text == english(phrase) { return self(phrase) }
        let prefix = english(.boostedBy, "")
        return text.hasPrefix(prefix) ? self(.boostedBy, .words(String(text.dropFirst(prefix.count)))) : text
    }
}

nonisolated extension MessageKey {
    fileprivate func message(_ values: [Message.Argument]) -> Message {
        Message(
            rawValue, Dictionary(uniqueKeysWithValues: values.enumerated().map { (String($0.offset), $0.element) }))
    }
}

nonisolated extension Message.Argument {
    /// Text that is inserted unchanged.
    public static func words(_ text: String) -> Message.Argument { .text(text) }
}

public import EngineConcepts
public import Localization

nonisolated extension Localizer {
    /// Returns the text for `key` with its arguments.
    public func callAsFunction(_ key: MessageKey, _ values: Message.Argument...) -> String { self(key, values) }

    func callAsFunction(_ key: MessageKey, _ values: [Message.Argument]) -> String { self(key.message(values)) }
}

nonisolated extension MessageKey {
    public func message(_ values: [Message.Argument] = []) -> Message {
        Message(rawValue, Dictionary(uniqueKeysWithValues: values.enumerated().map { (String($0.offset), $0.element) }))
    }
}

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
}

nonisolated extension MessageKey {
    func message(_ values: [Message.Argument]) -> Message {
        Message(
            rawValue, Dictionary(uniqueKeysWithValues: values.enumerated().map { (String($0.offset), $0.element) }))
    }
}

nonisolated extension Message.Argument {
    /// Text that is inserted unchanged.
    public static func words(_ text: String) -> Message.Argument { .text(text) }
}

public import EngineConcepts
import Localization

extension Message {
    /// The message in English.
    public var english: String { Localizer.english(self) }
}

extension Message: ExpressibleByStringInterpolation {
    /// Makes a message of plain words.
    public init(stringLiteral value: String) {
        self = .verbatim(value)
    }
}

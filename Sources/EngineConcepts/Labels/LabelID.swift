/// The identity of a label: the name of a topic or a rule. Any text without control characters, compared by bytes.
/// Topics and rules share one namespace; prefixes such as `topic:f1` and `rule:spoilers` tell them apart.
public struct LabelID: TextIdentity {
    public let rawValue: String

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}

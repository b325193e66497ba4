/// The escape sequences for terminal notifications. The raw value is the name in the settings.
public nonisolated enum TerminalNotification: String, Hashable, Sendable {
    /// OSC 9, one line of text: iTerm2, Windows Terminal, kitty, foot, WezTerm.
    case osc9
    /// OSC 777, title and text: urxvt, foot, WezTerm, Ghostty.
    case osc777

    /// Returns the sequence for a notification. Semicolons separate the fields of OSC 777, so the title has commas instead.
    public func sequence(title: String, text: String) -> String {
        func clean(_ text: String) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
        }
        switch self {
        case .osc9: return "\u{1b}]9;\(clean(title)): \(clean(text))\u{7}"
        case .osc777:
            return "\u{1b}]777;notify;\(clean(title).split(separator: ";").joined(separator: ","));\(clean(text))\u{7}"
        }
    }
}

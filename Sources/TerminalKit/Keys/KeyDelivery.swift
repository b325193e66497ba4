/// The way in which terminals send a key.
public enum KeyDelivery: Hashable, Sendable {
    /// Nearly all terminals send it.
    case usual
    /// Only terminals send it that report modifiers with every key, such as by `CSI u`.
    case rare
    /// Nearly all terminals send it like this key, from which nothing tells it apart.
    case asOther(Key)
    /// No terminal sends it as one key.
    case never
}

extension Key {
    /// The way in which terminals send the key. Ctrl with a character makes one of the 32 control characters of ASCII, or
    /// nothing, and some of those are keys of their own.
    public var delivery: KeyDelivery {
        switch code {
        case .character(let character): delivery(of: character)
        // Enter, Tab, Backspace and Escape are control characters too, with which terminals send only few modifiers.
        case .named(.enter), .named(.backspace): modifiers.subtracting(.alt).isEmpty ? .usual : .rare
        case .named(.tab): modifiers.contains(.control) ? .rare : .usual
        case .named(.escape): modifiers.isEmpty ? .usual : .rare
        case .named, .function: .usual
        }
    }

    private func delivery(of character: Character) -> KeyDelivery {
        let scalars = character.unicodeScalars
        // Letters with combining marks may be typed as one code point.
        let isOneKey = scalars.dropFirst().allSatisfy { $0.properties.generalCategory == .nonspacingMark }
        guard isOneKey, scalars.first?.properties.generalCategory != .control else { return .never }
        guard modifiers.contains(.control) else { return .usual }
        if character.isUppercase {
            guard character.isASCII else { return .never }
            // Shift beside Ctrl is lost. A new key has the small letter.
            let sent = Key(code, modifiers)
            if case .asOther = sent.delivery { return sent.delivery }
            return .asOther(sent)
        }
        let others: [Character: Name] = ["h": .backspace, "i": .tab, "j": .enter, "m": .enter, "[": .escape]
        if let other = others[character] { return .asOther(Key(.named(other), modifiers.subtracting(.control))) }
        return character.isASCII && character.isLetter || " \\]^_".contains(character) ? .usual : .rare
    }
}

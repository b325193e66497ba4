extension PostDraft {
    /// The people whom the text names, such as `@bob@pit.example` or `@bob.example`, each once, in order.
    public var mentions: [String] {
        PostUnit.units(of: text).filter(\.isMention).map { String($0.text) }.uniqued()
    }

    /// Replaces people whom the text names.
    ///
    /// - Parameter other: Returns another name, or `nil` to leave the name as it is.
    public mutating func replaceMentions(_ other: (String) -> String?) {
        text = PostUnit.units(of: text)
            .map { unit in
                let name = String(unit.text)
                return unit.isMention ? other(name) ?? name : name
            }
            .joined()
    }
}

extension PostUnit {
    fileprivate var isMention: Bool {
        switch kind {
        case .mention, .name: true
        case .character, .link, .hashtag: false
        }
    }
}

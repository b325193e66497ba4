import WebText

/// A kind of element with its effects. All known ones are in ``table``.
struct HTMLElement: Sendable {
    /// The name in lower case.
    let name: String
    /// The effect on the elements around it.
    let roles: HTMLRoles
    /// The effect on the text.
    let tag: HTMLTag

    /// The known elements. The last names have no effect, but occur often.
    static let table = NameTable<HTMLElement>(
        Set(HTMLRoles.byName.keys).union(HTMLTag.byName.keys)
            .union(["span", "small", "big", "font", "abbr", "acronym", "time", "bdi", "bdo", "nobr", "label"])
            .map { name in
                let tag = HTMLTag.byName[name] ?? .transparent
                return (name: name, value: HTMLElement(name: name, roles: HTMLRoles.byName[name] ?? [], tag: tag))
            })
}

extension HTMLElement {
    /// Finds the element whose name is at `range`. Makes no string for the elements of HTML, which are nearly all.
    init(_ range: Range<Int>, in tokenizer: HTMLTokenizer) {
        self =
            Self.table[UnsafeBufferPointer(rebasing: tokenizer.bytes[range])]
            ?? HTMLElement(name: tokenizer.name(range), roles: [], tag: .transparent)
    }
}

import EngineConcepts

/// Writes superscripts and subscripts with the characters that Unicode has for them, so that `x²` is not `x2`. Others are
/// marked as in formulas: `x^(a+b)`.
nonisolated enum ScriptText {
    private static let raised: [Character: Character] = [
        "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "+": "⁺",
        "-": "⁻", "−": "⁻", "=": "⁼", "(": "⁽", ")": "⁾", "n": "ⁿ", "i": "ⁱ",
    ]
    private static let loweredCharacters: [Character: Character] = [
        "0": "₀", "1": "₁", "2": "₂", "3": "₃", "4": "₄", "5": "₅", "6": "₆", "7": "₇", "8": "₈", "9": "₉", "+": "₊",
        "-": "₋", "−": "₋", "=": "₌", "(": "₍", ")": "₎", "i": "ᵢ", "j": "ⱼ", "n": "ₙ", "x": "ₓ",
    ]
    /// The longest script that is marked; longer ones are notes rather than formulas.
    private static let maximumLength = 40
    /// The longest superscript of letters alone that is clear without a mark: `1st`, `3ème`, `TM`.
    private static let maximumOrdinalLength = 3

    /// Returns the text with visible superscripts and subscripts.
    static func visible(in text: StyledText) -> StyledText { StyledText(blocks: text.blocks.map { visible(in: $0) }) }

    static func visible(in block: StyledText.Block) -> StyledText.Block {
        let scripts = block.entities.filter { $0.kind == .superscript || $0.kind == .subscript }
        guard !scripts.isEmpty else { return block }
        let length = block.text.utf8.count
        let all = scripts.flatMap { script -> [StyledText.Edits.Edit] in
            let range = script.range.clamped(to: 0..<length)
            let before = block.text(in: range.lowerBound - 1..<range.lowerBound)
            return edits(
                of: block.text(in: range), in: range, isRaised: script.kind == .superscript,
                isMiddle: !["", " ", "\n"].contains(before))
        }
        return StyledText.Edits(all).applied(to: block)
    }

    private static func edits(
        of words: String, in range: Range<Int>, isRaised: Bool, isMiddle: Bool
    ) -> [StyledText.Edits.Edit] {
        let signs = isRaised ? raised : loweredCharacters
        if !words.isEmpty, words.allSatisfy({ signs[$0] != nil }) {
            var start = range.lowerBound
            return words.map { character in
                let width = String(character).utf8.count
                defer { start += width }
                return .init(start..<start + width, String(signs[character] ?? character))
            }
        }
        // Ordinals, trade marks and the brackets of footnotes are clear without a mark.
        guard isMiddle, words.count <= maximumLength, let first = words.first, first.isLetter || first.isNumber else {
            return []
        }
        let isOrdinal =
            isRaised && words.count > 1 && words.count <= maximumOrdinalLength && words.allSatisfy(\.isLetter)
        guard !isOrdinal else { return [] }
        let mark = isRaised ? "^" : "_"
        return [.init(range, words.count == 1 ? mark + words : "\(mark)(\(words))")]
    }
}

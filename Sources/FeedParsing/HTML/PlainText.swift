package import EngineConcepts

/// Renders plain text: a block per line, with entities for `#topics`, `@names` and web addresses.
package enum PlainText {
    /// Returns a block for every non-empty line of `text`.
    package static func styled(_ text: String, marksEntities: Bool) -> StyledText {
        StyledText(
            blocks: text.split(whereSeparator: \.isNewline)
                .map { line in
                    let text = String(line)
                    return StyledText.Block(text: text, entities: marksEntities ? entities(in: text) : [])
                })
    }

    /// Returns the entities in `text`, in order, without overlaps.
    package static func entities(in text: String) -> [StyledText.Entity] {
        var entities: [StyledText.Entity] = []
        var index = text.startIndex
        var opensWord = true
        while index < text.endIndex {
            if opensWord, let found = entity(at: index, in: text) {
                entities.append(found.entity)
                index = found.end
                opensWord = false
            } else {
                opensWord = !isWordPart(text[index])
                index = text.index(after: index)
            }
        }
        return entities
    }

    private static func entity(
        at start: String.Index, in text: String
    ) -> (entity: StyledText.Entity, end: String.Index)? {
        let rest = text[start...]
        let name = rest.dropFirst()
        switch rest.first {
        case "#":
            let end = name.firstIndex { !isWordPart($0) } ?? text.endIndex
            guard name[..<end].contains(where: { !$0.isNumber && $0 != "_" }) else { return nil }
            return (named(.hashtag, start..<end, in: text), end)
        case "@":
            // Looked at first: many such signs in a row would each be followed to the end.
            guard name.first != "." else { return nil }
            let end = trimmed(name.prefix { isWordPart($0) || $0 == "." || $0 == "-" || $0 == "@" })
            guard end > name.startIndex else { return nil }
            return (named(.mention, start..<end, in: text), end)
        case "h":
            guard let scheme = ["https://", "http://"].first(where: rest.hasPrefix) else { return nil }
            let end = trimmed(rest.prefix { !$0.isWhitespace && !"<>\"“”".contains($0) })
            guard text.distance(from: start, to: end) > scheme.count else { return nil }
            return (StyledText.Entity(.link, bytes(start..<end, of: text), target: String(text[start..<end])), end)
        default:
            return nil
        }
    }

    /// Returns an entity whose target is its text without the leading mark.
    private static func named(
        _ kind: StyledText.EntityKind, _ range: Range<String.Index>, in text: String
    ) -> StyledText.Entity {
        StyledText.Entity(kind, bytes(range, of: text), target: String(text[range].dropFirst()))
    }

    /// Returns the end of `candidate` without trailing punctuation. A closing bracket is part of an address only if
    /// the address contains its opening bracket.
    private static func trimmed(_ candidate: Substring) -> String.Index {
        var candidate = candidate
        var unopened = candidate.count { $0 == ")" } - candidate.count { $0 == "(" }
        while let last = candidate.last {
            if last == ")" {
                guard unopened > 0 else { break }
                unopened -= 1
            } else if !".,;:!?'’\"]…".contains(last) {
                break
            }
            candidate.removeLast()
        }
        return candidate.endIndex
    }

    private static func isWordPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private static func bytes(_ range: Range<String.Index>, of text: String) -> Range<Int> {
        text.utf8.distance(
            from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
                from: text.startIndex, to: range.upperBound)
    }
}

import WebText

// Passes tags, comments, processing instructions and declarations to the parser.
extension MarkupSplitter {
    mutating func enterMarkup(_ cursor: inout MarkupCursor) {
        if let tag = cursor.tag { return enter(tag, &cursor) }
        if cursor.skip("<![CDATA[") {
            place = .section
            return
        }
        let start = cursor.index
        if cursor.skip("<!--") {
            place = .comment
        } else if cursor.skip("<?") {
            place = .instruction
        } else {
            if lookForDeclaration(cursor) {
                place = .declaration(nil)
                return
            }
            // Names inside do not count.
            isElement = false
            place = .tag
            cursor.index += 1
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }

    /// Handles an element's tag up to the end of its name.
    mutating func enter(_ tag: MarkupCursor.Tag, _ cursor: inout MarkupCursor) {
        let start = cursor.index
        if !tag.isEnd { prolog = .over }
        let name = UnsafeBufferPointer(rebasing: cursor.bytes[tag.name])
        cursor.index = tag.name.upperBound
        let isOver = !cursor.isAtEnd && cursor.bytes[cursor.index] == .greaterThan
        if tag.isEnd {
            guard isOver, tag.name.lowerBound == start + 2, balance.end(name) else {
                // The document broke off inside an end tag, so its element is unknown.
                guard cursor.bytes[cursor.index...].contains(where: { $0 == .greaterThan || $0 == .lessThan }) else {
                    cursor.index = cursor.bytes.count
                    return markup.append(cursor.bytes, start..<cursor.index)
                }
                balance.end(name, into: &markup)
                return leaveEndTag(&cursor)
            }
        } else {
            balance.begin(name, colon: tag.colon.map { $0 - tag.name.lowerBound }, isBare: isOver, into: &markup)
            isElement = true
            attributes = 0
            place = .tag
        }
        if isOver {
            cursor.index += 1
            place = .text
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }

    /// Skips the rest of an end tag behind its name, except line feeds.
    private mutating func leaveEndTag(_ cursor: inout MarkupCursor) {
        while !cursor.isAtEnd, cursor.bytes[cursor.index] != .lessThan {
            let byte = cursor.bytes[cursor.index]
            cursor.index += 1
            if byte == .lineFeed { markup.append(byte) }
            if byte == .greaterThan { break }
        }
        place = .text
    }

    /// Reads a declaration before the first element. Returns true if it declares an entity.
    private mutating func lookForDeclaration(_ cursor: MarkupCursor) -> Bool {
        if case .over = prolog { return false }
        var cursor = cursor
        if case .documentType = prolog, cursor.skip("<!ENTITY") {
            countLines(of: cursor.bytes, to: cursor.index)
            entities.declare(cursor.bytes, from: cursor.index, line: lines + 1)
            return true
        }
        if cursor.skip("<!DOCTYPE") { prolog = .documentType }
        return false
    }

    /// Skips a declaration, except its line feeds.
    mutating func dropDeclaration(_ cursor: inout MarkupCursor, endingIn mark: UInt8?) {
        let start = cursor.index
        var mark = mark
        place = cursor.skipTag(&mark) ? .text : .declaration(mark)
        for byte in cursor.bytes[start..<cursor.index] where byte == .lineFeed { markup.append(byte) }
    }

    /// Handles a tag behind its name, up to the next value or the tag's end. Rewrites attributes as XML requires:
    /// HTML allows them without a value, without quotation marks and without a space between them.
    mutating func passTag(_ cursor: inout MarkupCursor) {
        var start = cursor.index
        while !cursor.isAtEnd {
            let byte = cursor.bytes[cursor.index]
            if byte == .ampersand || byte == .lessThan {
                markup.append(cursor.bytes, start..<cursor.index)
                return insertPlaceholder(&cursor)
            }
            if isElement, byte.beginsName, passAttributeName(&cursor, from: &start) { continue }
            cursor.index += 1
            if byte == .greaterThan {
                place = .text
                if isElement, cursor.index > 1, cursor.bytes[cursor.index - 2] == .slash { balance.pop() }
                break
            }
            let isQuoted = byte.isQuote
            guard isQuoted || byte == .equalsSign && isElement && hasUnquotedValue(cursor) else { continue }
            attributes += 1
            if attributes > Self.maximumAttributes {
                // The name is dropped as well.
                place = .surplus(isQuoted ? byte : nil)
                return
            }
            place = isQuoted ? .quoted(byte) : .bare
            break
        }
        markup.append(cursor.bytes, start..<cursor.index)
        guard case .bare = place else { return }
        balance.record(.unquotedValue)
        markup.append(.quotationMark)
        cursor.skipSpace()
    }

    /// Handles an attribute name and adds missing syntax around it. Returns false if there is none here.
    private mutating func passAttributeName(_ cursor: inout MarkupCursor, from start: inout Int) -> Bool {
        let begin = cursor.index
        let before = begin > 0 ? cursor.bytes[begin - 1] : .space
        let isJoined = before.isQuote
        guard isJoined || before.isASCIIWhitespace else { return false }
        cursor.skipName()
        var next = cursor
        next.skipSpace()
        let hasValue = next.isAtEnd || next.bytes[next.index] == .equalsSign
        guard isJoined || !hasValue else { return true }
        markup.append(cursor.bytes, start..<begin)
        if isJoined { markup.append(.space) }
        markup.append(cursor.bytes, begin..<cursor.index)
        if !hasValue { markup.append("=\"\"") }
        balance.record(isJoined ? .joinedAttributes : .attributeWithoutValue)
        start = cursor.index
        return true
    }

    /// Returns true if the value behind the `=` before `cursor` has no quotation marks.
    private func hasUnquotedValue(_ cursor: MarkupCursor) -> Bool {
        var cursor = cursor
        cursor.skipSpace()
        guard !cursor.isAtEnd else { return false }
        let byte = cursor.bytes[cursor.index]
        return !byte.isQuote && byte != .greaterThan && byte != .lessThan
    }

    private func endsUnquotedValue(_ cursor: MarkupCursor) -> Bool {
        let byte = cursor.bytes[cursor.index]
        if byte == .greaterThan || byte.isASCIIWhitespace { return true }
        if byte == .lessThan { return cursor.beginsMarkup }
        // In HTML the slash in `<a href=x/>` belongs to the value, and authors mean that, except for void elements.
        return byte == .slash && balance.isEmptyByName && cursor.index + 1 < cursor.bytes.count
            && cursor.bytes[cursor.index + 1] == .greaterThan
    }

    /// Handles a value without quotation marks, which ends at white space or at the tag's end (HTML Standard
    /// §13.2.5.37).
    mutating func passUnquotedValue(_ cursor: inout MarkupCursor) {
        var start = cursor.index
        while !cursor.isAtEnd {
            let byte = cursor.bytes[cursor.index]
            if endsUnquotedValue(cursor) {
                markup.append(cursor.bytes, start..<cursor.index)
                markup.append(.quotationMark)
                place = .tag
                guard byte == .greaterThan else { return }
                // The slash before it does not end the element.
                markup.append(byte)
                cursor.index += 1
                place = .text
                return
            }
            switch byte {
            case .ampersand, .lessThan:
                markup.append(cursor.bytes, start..<cursor.index)
                insertPlaceholder(&cursor)
                start = cursor.index
            case .quotationMark, .apostrophe:
                markup.append(cursor.bytes, start..<cursor.index)
                Placeholder.append(byte == .quotationMark ? "\"" : "'", to: &markup)
                cursor.index += 1
                start = cursor.index
            default: cursor.index += 1
            }
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }

    /// Skips the surplus attributes up to the end of the tag.
    mutating func dropSurplus(_ cursor: inout MarkupCursor, endingIn mark: UInt8?) {
        var mark = mark
        guard cursor.skipTag(&mark) else {
            place = .surplus(mark)
            return
        }
        let isEmpty = cursor.index > 1 && cursor.bytes[cursor.index - 2] == .slash
        if isElement, isEmpty { balance.pop() }
        markup.append(isEmpty ? "/>" : ">")
        place = .text
    }

    mutating func passValue(_ cursor: inout MarkupCursor, endingIn mark: UInt8) {
        let start = cursor.index
        while !cursor.isAtEnd {
            let byte = cursor.bytes[cursor.index]
            if byte == .ampersand || byte == .lessThan {
                markup.append(cursor.bytes, start..<cursor.index)
                return insertPlaceholder(&cursor)
            }
            cursor.index += 1
            if byte == mark {
                place = .tag
                break
            }
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }

    /// Replaces an ampersand inside a tag by a placeholder or by the character of its reference. Replaces a `<` as
    /// well, unless it opens markup because the end of this tag is missing.
    private mutating func insertPlaceholder(_ cursor: inout MarkupCursor) {
        if cursor.beginsMarkup { return enterMarkup(&cursor) }
        if let (declared, end) = declaredText(cursor) {
            for scalar in String(decoding: declared, as: UTF8.self).unicodeScalars {
                Placeholder.append(scalar, to: &markup)
            }
            cursor.index = end
        } else if let reference = CharacterReference.read(cursor.bytes, at: cursor.index) {
            Placeholder.append(reference.first.allowedInXML, to: &markup)
            if let second = reference.second { Placeholder.append(second, to: &markup) }
            cursor.index = reference.end
        } else {
            Placeholder.append(cursor.bytes[cursor.index] == .lessThan ? "<" : "&", to: &markup)
            cursor.index += 1
        }
    }

    /// Skips content up to `mark`.
    mutating func pass(_ cursor: inout MarkupCursor, endingIn mark: StaticString) {
        let start = cursor.index
        if cursor.find(mark) {
            cursor.index += mark.utf8CodeUnitCount
            place = .text
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }
}

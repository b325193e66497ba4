import WebText

// Tags, comments, instructions and declarations on their way to the parser.
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
            // Nothing in it has a name that counts.
            isElement = false
            place = .tag
            cursor.index += 1
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }

    /// A tag of an element, down to behind its name.
    package mutating func enter(_ tag: MarkupCursor.Tag, _ cursor: inout MarkupCursor) {
        let start = cursor.index
        if !tag.isEnd { beginning = .over }
        let name = UnsafeBufferPointer(rebasing: cursor.bytes[tag.name])
        cursor.index = tag.name.upperBound
        let isOver = !cursor.isAtEnd && cursor.bytes[cursor.index] == 0x3e
        if tag.isEnd {
            guard isOver, tag.name.lowerBound == start + 2, balance.end(name) else {
                // In the midst of an end tag the document broke off: which element it ends, nobody knows.
                guard cursor.bytes[cursor.index...].contains(where: { $0 == 0x3e || $0 == 0x3c }) else {
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

    /// Leaves out what an end tag holds behind its name, but for its lines: nothing in it counts.
    private mutating func leaveEndTag(_ cursor: inout MarkupCursor) {
        while !cursor.isAtEnd, cursor.bytes[cursor.index] != 0x3c {
            let byte = cursor.bytes[cursor.index]
            cursor.index += 1
            if byte == 0x0a { markup.append(byte) }
            if byte == 0x3e { break }
        }
        place = .text
    }

    /// In front of the first element: takes note of what is declared there. Answers whether an entity is.
    private mutating func lookForDeclaration(_ cursor: MarkupCursor) -> Bool {
        if case .over = beginning { return false }
        var cursor = cursor
        if case .documentType = beginning, cursor.skip("<!ENTITY") {
            countLines(of: cursor.bytes, to: cursor.index)
            entities.declare(cursor.bytes, from: cursor.index, line: lines + 1)
            return true
        }
        if cursor.skip("<!DOCTYPE") { beginning = .documentType }
        return false
    }

    /// Leaves out a declaration, but for its lines.
    mutating func dropDeclaration(_ cursor: inout MarkupCursor, endingIn mark: UInt8?) {
        var mark = mark
        while !cursor.isAtEnd {
            let byte = cursor.bytes[cursor.index]
            cursor.index += 1
            if byte == 0x0a { markup.append(byte) }
            if mark != nil {
                if byte == mark { mark = nil }
            } else if byte == 0x22 || byte == 0x27 {
                mark = byte
            } else if byte == 0x3e {
                place = .text
                return
            }
        }
        place = .declaration(mark)
    }

    /// A tag behind its name, up to the next value or to its end. Attributes are written as XML wants them: HTML allows them
    /// without a value, without quotation marks, and without a space between them.
    mutating func passTag(_ cursor: inout MarkupCursor) {
        var start = cursor.index
        while !cursor.isAtEnd {
            let byte = cursor.bytes[cursor.index]
            if byte == 0x26 || byte == 0x3c {
                markup.append(cursor.bytes, start..<cursor.index)
                return standIn(&cursor)
            }
            if isElement, byte.beginsName, passAttributeName(&cursor, from: &start) { continue }
            cursor.index += 1
            if byte == 0x3e {
                place = .text
                if isElement, cursor.index > 1, cursor.bytes[cursor.index - 2] == 0x2f { balance.endEmpty() }
                break
            }
            let isQuoted = byte == 0x22 || byte == 0x27
            guard isQuoted || byte == 0x3d && isElement && hasBareValue(cursor) else { continue }
            attributes += 1
            if attributes > Self.mostAttributes {
                // Its name goes with it.
                place = .surplus(isQuoted ? byte : nil)
                return
            }
            place = isQuoted ? .quoted(byte) : .bare
            break
        }
        markup.append(cursor.bytes, start..<cursor.index)
        guard case .bare = place else { return }
        balance.note("has a value without quotation marks")
        markup.append(0x22)
        cursor.skipSpace()
    }

    /// Passes the name of an attribute, and adds what is missing around it. Answers whether there is one here.
    private mutating func passAttributeName(_ cursor: inout MarkupCursor, from start: inout Int) -> Bool {
        let begin = cursor.index
        let before = begin > 0 ? cursor.bytes[begin - 1] : 0x20
        let isJoined = before == 0x22 || before == 0x27
        guard isJoined || before.isASCIIWhitespace else { return false }
        cursor.skipName()
        var next = cursor
        next.skipSpace()
        let hasValue = next.isAtEnd || next.bytes[next.index] == 0x3d
        guard isJoined || !hasValue else { return true }
        markup.append(cursor.bytes, start..<begin)
        if isJoined { markup.append(0x20) }
        markup.append(cursor.bytes, begin..<cursor.index)
        if !hasValue { markup.append("=\"\"") }
        balance.note(isJoined ? "has no space between its attributes" : "has an attribute without a value")
        start = cursor.index
        return true
    }

    /// Whether a value without quotation marks stands behind the `=` in front of `cursor`.
    private func hasBareValue(_ cursor: MarkupCursor) -> Bool {
        var cursor = cursor
        cursor.skipSpace()
        guard !cursor.isAtEnd else { return false }
        return ![0x22, 0x27, 0x3e, 0x3c].contains(cursor.bytes[cursor.index])
    }

    private func endsBareValue(_ cursor: MarkupCursor) -> Bool {
        let byte = cursor.bytes[cursor.index]
        if byte == 0x3e || byte.isASCIIWhitespace { return true }
        if byte == 0x3c { return cursor.beginsMarkup }
        // In HTML the slash of `<a href=x/>` is part of the value, and people mean that, but for what is always empty.
        return byte == 0x2f && balance.isEmptyByName && cursor.index + 1 < cursor.bytes.count
            && cursor.bytes[cursor.index + 1] == 0x3e
    }

    /// A value without quotation marks: it ends at a space or with the tag (HTML Standard §13.2.5.37).
    mutating func passBareValue(_ cursor: inout MarkupCursor) {
        var start = cursor.index
        while !cursor.isAtEnd {
            let byte = cursor.bytes[cursor.index]
            if endsBareValue(cursor) {
                markup.append(cursor.bytes, start..<cursor.index)
                markup.append(0x22)
                place = .tag
                guard byte == 0x3e else { return }
                // Here the slash in front of it ends nothing.
                markup.append(byte)
                cursor.index += 1
                place = .text
                return
            }
            switch byte {
            case 0x26, 0x3c:
                markup.append(cursor.bytes, start..<cursor.index)
                standIn(&cursor)
                start = cursor.index
            case 0x22, 0x27:
                markup.append(cursor.bytes, start..<cursor.index)
                StandIn.append(byte == 0x22 ? "\"" : "'", to: &markup)
                cursor.index += 1
                start = cursor.index
            default: cursor.index += 1
            }
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }

    /// Leaves out what follows in a tag, up to its end.
    mutating func dropSurplus(_ cursor: inout MarkupCursor, endingIn mark: UInt8?) {
        var mark = mark
        while !cursor.isAtEnd {
            let byte = cursor.bytes[cursor.index]
            cursor.index += 1
            if mark != nil {
                if byte == mark { mark = nil }
            } else if byte == 0x22 || byte == 0x27 {
                mark = byte
            } else if byte == 0x3e {
                let isEmpty = cursor.index > 1 && cursor.bytes[cursor.index - 2] == 0x2f
                if isElement, isEmpty { balance.endEmpty() }
                markup.append(isEmpty ? "/>" : ">")
                place = .text
                return
            }
        }
        place = .surplus(mark)
    }

    mutating func passValue(_ cursor: inout MarkupCursor, endingIn mark: UInt8) {
        let start = cursor.index
        while !cursor.isAtEnd {
            let byte = cursor.bytes[cursor.index]
            if byte == 0x26 || byte == 0x3c {
                markup.append(cursor.bytes, start..<cursor.index)
                return standIn(&cursor)
            }
            cursor.index += 1
            if byte == mark {
                place = .tag
                break
            }
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }

    /// Within a tag: an ampersand becomes a stand-in or the character that it refers to; so does a `<`, unless it opens
    /// something, since then somebody forgot the end of this tag.
    private mutating func standIn(_ cursor: inout MarkupCursor) {
        if cursor.beginsMarkup { return enterMarkup(&cursor) }
        if let (declared, end) = declaredText(cursor) {
            for scalar in String(decoding: declared, as: UTF8.self).unicodeScalars {
                StandIn.append(scalar, to: &markup)
            }
            cursor.index = end
        } else if let reference = CharacterReference.read(cursor.bytes, at: cursor.index).meaning {
            StandIn.append(reference.first.isForbiddenInXML ? " " : reference.first, to: &markup)
            if let second = reference.second { StandIn.append(second, to: &markup) }
            cursor.index = reference.end
        } else {
            StandIn.append(cursor.bytes[cursor.index] == 0x3c ? "<" : "&", to: &markup)
            cursor.index += 1
        }
    }

    /// What nothing counts in but its end.
    package mutating func pass(_ cursor: inout MarkupCursor, endingIn mark: StaticString) {
        let start = cursor.index
        if cursor.find(mark) {
            cursor.index += mark.utf8CodeUnitCount
            place = .text
        }
        markup.append(cursor.bytes, start..<cursor.index)
    }
}

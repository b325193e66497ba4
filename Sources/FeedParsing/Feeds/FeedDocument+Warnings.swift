public import EngineConcepts

extension BlockedContent {
    /// Returns a message about the blocked content; `subject` names the document at the beginning of a sentence.
    public func message(about subject: Message.Argument) -> Message {
        switch self {
        case .excessiveEntities(let line):
            Message("entitiesNotExpanded", ["subject": subject, "line": .number(line)])
        case .externalEntity(let line): Message("entityNotFetched", ["subject": subject, "line": .number(line)])
        case .oversizedTexts(let count):
            Message(
                "textsTooDeep",
                [
                    "subject": subject, "count": .number(count), "depth": .number(HTMLRenderer.maximumOpenElements),
                    "length": .bytes(HTMLRenderer.maximumTextLength),
                ])
        }
    }
}

extension FeedDocument {
    /// Returns a warning about the document, or `nil` if there are none. `subject` names the document at
    /// the beginning of a sentence.
    public func warning(about subject: Message.Argument) -> Message? {
        let warnings: [Message?] = [
            syntaxError?.warning(about: subject),
            truncatedItemMessage,
            assumedEncoding?.message(about: subject),
            hasChecksumError ? Message("checksumWrong", ["subject": subject]) : nil,
            .sentences(blockedContent.map { $0.message(about: subject) }),
            unreadableItemsMessage(about: subject),
            omittedItems == 0
                ? nil
                : Message(
                    "itemsLeftOut",
                    [
                        "subject": subject, "total": .number(items.count + omittedItems),
                        "read": .number(items.count), "omitted": .number(omittedItems),
                    ]),
        ]
        return .sentences(warnings.compactMap(\.self))
    }

    /// The message about the item in which the document broke off, or `nil` if it broke off in none.
    public var truncatedItemMessage: Message? {
        if hasTruncatedItem { return Message("lastItemCutOff") }
        return omitsTruncatedItem ? Message("lastItemLeftOut") : nil
    }

    /// Returns a message about items that could not be read, or `nil` if all were.
    public func unreadableItemsMessage(about subject: Message.Argument) -> Message? {
        guard unreadableItems > 0 else { return nil }
        return Message("documentItemsUnreadable", ["subject": subject, "count": .number(unreadableItems)])
    }

    /// Finds texts that the renderer will truncate, by rendering those with enough tags or text.
    mutating func blockOversizedTexts() {
        // The items are read in place: a copy of one copies whatever it consists of.
        let count = items.withUnsafeBufferPointer { items in
            items.indices.count { index in
                guard case .html(let markup)? = items[index].content ?? items[index].summary else { return false }
                return HTMLRenderer.mayBeTruncated(markup) && HTMLRenderer.isTruncated(markup)
            }
        }
        if count > 0 { blockedContent.append(.oversizedTexts(count)) }
    }
}

extension Message.Argument {
    /// Returns the document that `source` sent, as the subject of a sentence.
    public static func sent(by source: String) -> Message.Argument {
        .message(Message("sent", ["source": .text(source)]))
    }
}

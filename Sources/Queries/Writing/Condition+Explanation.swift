import EngineConcepts

extension Condition {
    /// Returns the clause for the condition or its negation. Alternatives with the same key can share one clause if they
    /// have an argument `value`.
    func clause(isNegated: Bool = false, _ kinds: SourceKinds) -> Message {
        func message(_ name: String, _ arguments: [String: Message.Argument] = [:]) -> Message {
            Message(isNegated ? "query.not.\(name)" : "query.\(name)", arguments)
        }
        switch self {
        case .words(let pattern, let scope):
            let key = pattern.form == .prefix ? "query.prefix" : "query.quoted"
            return message(scope.keyName, ["value": .message(Message(key, ["text": .text(pattern.text)]))])
        case .regex(let pattern, let scope):
            return message("matches.\(scope.keyName)", ["value": .text("/\(pattern.source)/")])
        case .site(let host): return message("site", ["value": .text(host)])
        case .language(let tag): return message("lang", ["value": .message(LanguageTag.name(of: tag))])
        case .kind(let kind, let name):
            return message("kind", ["value": .message(kinds[kind]?.title ?? .verbatim(name))])
        case .trait(let trait): return message(trait.rawValue.replacing(":", with: "."))
        case .count(let count, let range):
            return Message("query.\(count.rawValue)", ["range": .message(range.text(message))])
        case .age(let range): return range.text(message)
        case .date(let range): return range.text(message)
        }
    }
}

/// Makes a message about a range: of a name and arguments.
private typealias MessageMaker = (String, [String: Message.Argument]) -> Message

extension SearchScope {
    fileprivate var keyName: String { self == .anywhere ? "anywhere" : rawValue }
}

extension NumberRange {
    fileprivate func text(_ message: MessageMaker) -> Message {
        switch bounds {
        case .between(let least, let most) where least == most: message("range.exactly", ["number": .number(least)])
        case .between(let least, let most): message("range.between", ["from": .number(least), "to": .number(most)])
        case .from(0): message("range.known", [:])
        case .from(let least): message("range.over", ["number": .number(least - 1)])
        case .to(let most): message("range.under", ["number": .number(most + 1)])
        }
    }
}

extension AgeRange {
    fileprivate func text(_ message: MessageMaker) -> Message {
        switch bounds {
        case .between(let atLeast, let lessThan):
            message("age.between", ["from": Self.length(atLeast), "to": Self.length(lessThan)])
        case .from(let atLeast): message("age.over", ["length": Self.length(atLeast)])
        case .to(let lessThan): message("age.under", ["length": Self.length(lessThan)])
        }
    }

    private static func length(_ seconds: Int) -> Message.Argument {
        let units: [Character: String] = ["y": "years", "w": "weeks", "d": "days", "h": "hours", "m": "minutes"]
        let (number, letter) = AgeRange.inLargestUnit(seconds)
        return .message(Message(units[letter] ?? "seconds", ["count": .number(number)]))
    }
}

extension DateRange {
    fileprivate func text(_ message: MessageMaker) -> Message {
        switch bounds {
        case .between(let from, let through) where from == through:
            message("date.in", ["date": .text(from.description)])
        case .between(let from, let through):
            message("date.between", ["from": .text(from.description), "to": .text(through.description)])
        case .from(let from): message("date.from", ["date": .text(from.description)])
        case .to(let through): message("date.through", ["date": .text(through.description)])
        }
    }
}

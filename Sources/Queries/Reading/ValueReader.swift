import EngineConcepts
import WebText

/// Parses the value of a field that does not hold text.
struct ValueReader {
    let written: WrittenField
    let text: String
    let column: Int
    /// The known kinds of source, or `nil` to accept any word.
    let kinds: SourceKinds?
    /// A function that returns the day that a word such as `yesterday` means, or `nil` to refuse such words.
    let day: ((String) -> CivilTime?)?

    func condition() throws(QueryError) -> Condition {
        switch written.field {
        case .traits(let prefix): .trait(try trait(prefix))
        case .site: .site(try site())
        case .language: .language(try language())
        case .kind: try kind()
        case .count(let count): .count(count, try numberRange())
        case .age: .age(try ageRange())
        case .date: .date(try dateRange())
        case .text(let scope):
            throw QueryError(
                .unknownValue, at: column, Message("fieldTakesWords", ["field": .text(scope.rawValue)]),
                advice: Message("writeWords"))
        }
    }

    private func wrong(_ failure: Message, _ code: QueryError.Code = .unknownValue, advice: Message) -> QueryError {
        QueryError(code, at: column, failure, advice: advice)
    }

    // MARK: Names

    private func trait(_ prefix: String) throws(QueryError) -> Trait {
        let word = text.lowercased()
        if let trait = Trait(rawValue: "\(prefix):\(word)") { return trait }
        let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
        let other = prefix == "is" ? "has" : "is"
        // Accept both spellings if only one exists.
        for candidate in ["\(prefix):\(singular)", "\(other):\(word)", "\(other):\(singular)"] {
            if let trait = Trait(rawValue: candidate) { return trait }
        }
        if let meant = ValueReader.foreignTraits[word] {
            throw wrong(unknownTrait(prefix), advice: Message("writeInstead", ["meant": .text(meant)]))
        }
        // A quote counts as a reply too.
        let own = Trait.allCases.map(\.rawValue).filter { $0.hasPrefix(prefix + ":") }
        let known = prefix == "has" ? own + ["has:quote"] : own
        throw wrong(unknownTrait(prefix), advice: Message("traitList", ["traits": .list(known.map { .text($0) })]))
    }

    private func unknownTrait(_ prefix: String) -> Message {
        Message("traitUnknown", ["field": .text(prefix), "text": .text(text)])
    }

    /// The traits for words that other programs use.
    private static let foreignTraits: [String: String] = [
        "star": "is:starred", "favorite": "is:starred", "favourite": "is:starred", "flagged": "is:starred",
        "bookmarked": "is:starred", "read-later": "is:later", "readlater": "is:later", "queued": "is:later",
        "new": "is:unread", "seen": "is:read", "repost": "is:boost", "reblog": "is:boost", "retweet": "is:boost",
        "answer": "is:reply", "comment": "is:reply", "picture": "has:image", "photo": "has:image",
        "attachment": "has:media or has:enclosure", "podcast": "has:enclosure", "url": "has:link",
        "cw": "has:warning", "sensitive": "has:warning", "nsfw": "has:warning", "dupe": "is:duplicate",
    ]

    private func site() throws(QueryError) -> String {
        func notAName(_ advice: Message) -> QueryError {
            wrong(Message("siteInvalid", ["text": .text(text)]), advice: advice)
        }
        var host = text.lowercased()
        var hadPath = false
        for scheme in ["https://", "http://"] where host.hasPrefix(scheme) {
            host.removeFirst(scheme.count)
            let authority = host.prefix { !"/?#".contains($0) }
            hadPath = host.dropFirst(authority.count).contains { $0 != "/" }
            host = WebAddress.site(named: String(authority)) ?? ""
        }
        if host.hasPrefix("*.") { host.removeFirst(2) }
        while host.last == "/" || host.last == "." { host.removeLast() }
        if hadPath, !host.isEmpty {
            throw notAName(Message("siteAdvice", ["site": .text(host), "part": .text(ValueReader.partOfAddress)]))
        }
        guard !host.isEmpty, WebAddress.isHostName(host) else {
            throw notAName(Message("siteExample", ["part": .text(ValueReader.partOfAddress)]))
        }
        return host
    }

    private static let partOfAddress = "url:example.org/news"

    private func language() throws(QueryError) -> String {
        guard let tag = LanguageTag.normalized(text) else {
            throw wrong(Message("langInvalid", ["text": .text(text)]), advice: Message("langAdvice"))
        }
        return tag
    }

    private func kind() throws(QueryError) -> Condition {
        guard let kinds else { return .kind(SupplierKind(text.lowercased()), name: text.lowercased()) }
        guard let kind = kinds.named(text) else {
            throw wrong(
                Message("kindUnknown", ["text": .text(text)]),
                advice: Message("traitList", ["traits": .list(kinds.all.map { .text("kind:\($0.name)") })]))
        }
        return .kind(kind.id, name: kind.name)
    }

    // MARK: Ranges

    /// A range as written: an operator before one value, or two dots between two. Of `>=` and `=>`, the operator is the first.
    private enum WrittenRange {
        case compared(String, String)
        case between(String, String)
    }

    private func writtenRange() -> WrittenRange {
        for sign in [">=", "<=", "=>", "=<", ">", "<", "="] where text.hasPrefix(sign) {
            return .compared(["=>": ">=", "=<": "<="][sign] ?? sign, String(text.dropFirst(sign.count)))
        }
        if let dots = text.firstRange(of: "..") {
            let upper = text[dots.upperBound...]
            return .between(String(text[..<dots.lowerBound]), String(upper.first == "." ? upper.dropFirst() : upper))
        }
        return .compared("", text)
    }

    private func numberRange() throws(QueryError) -> NumberRange {
        var least: Int?
        var most: Int?
        switch writtenRange() {
        case .compared(let sign, let value):
            let number = try number(value)
            if !sign.hasPrefix("<") { least = sign == ">" ? number + 1 : number }
            if !sign.hasPrefix(">") { most = sign == "<" ? number - 1 : number }
        case .between(let lower, let upper):
            least = lower.isEmpty ? nil : try number(lower)
            most = upper.isEmpty ? nil : try number(upper)
        }
        return try nonEmpty(NumberRange(least: least, most: most), "numberRangeEmpty", advice: "numberRangeAdvice")
    }

    /// Returns the range, or throws a message about the text if it is `nil` because it would be empty.
    private func nonEmpty<Value>(_ range: Value?, _ failure: String, advice: String) throws(QueryError) -> Value {
        guard let range else {
            let failure = Message(failure, ["text": .text(text)])
            throw wrong(failure, .badRange, advice: Message(advice, written.argument))
        }
        return range
    }

    private func number(_ text: String) throws(QueryError) -> Int {
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text),
            number <= NumberRange.maximumCount
        {
            return number
        }
        throw wrong(
            text.isEmpty ? Message("numberMissing", written.argument) : Message("numberInvalid", ["text": .text(text)]),
            .badRange, advice: Message("numberAdvice", written.argument))
    }

    private func ageRange() throws(QueryError) -> AgeRange {
        let range: AgeRange?
        switch writtenRange() {
        case .compared("", _), .compared("=", _):
            let age = String(text.drop { $0 == "=" })
            throw wrong(
                Message("ageHasNoSide", written.argument), .badRange,
                advice: Message("ageSideAdvice", ["field": .text(written.name), "age": .text(age)]))
        case .compared(let sign, let value):
            let seconds = try seconds(value)
            let isOlder = sign.contains(">")
            range = AgeRange(atLeast: isOlder ? seconds : nil, lessThan: isOlder ? nil : seconds)
        case .between(let lower, let upper):
            range = AgeRange(
                atLeast: lower.isEmpty ? nil : try seconds(lower), lessThan: upper.isEmpty ? nil : try seconds(upper))
        }
        return try nonEmpty(range, "ageRangeEmpty", advice: "ageRangeAdvice")
    }

    private func seconds(_ text: String) throws(QueryError) -> Int {
        let digits = text.prefix { $0.isNumber }
        let unit = text.dropFirst(digits.count).lowercased()
        if let number = Int(digits), number <= AgeRange.maximumSeconds,
            let factor = AgeRange.units.first(where: { String($0.letter) == unit })?.seconds
        {
            let (seconds, overflow) = number.multipliedReportingOverflow(by: factor)
            if !overflow, seconds <= AgeRange.maximumSeconds { return seconds }
        }
        let failure =
            text.isEmpty
            ? Message("durationMissing", written.argument) : Message("durationInvalid", ["text": .text(text)])
        let isMonth = unit.hasPrefix("mo")
        throw wrong(
            failure, .badRange,
            advice: isMonth ? Message("monthAdvice") : Message("durationAdvice", written.argument))
    }

    private func dateRange() throws(QueryError) -> DateRange {
        let from: CalendarDate?
        let through: CalendarDate?
        switch writtenRange() {
        case .compared(let sign, let value):
            let date = try date(value)
            switch sign {
            case ">": (from, through) = (date.next, nil)
            case "<": (from, through) = (nil, date.previous)
            case ">=": (from, through) = (date, nil)
            case "<=": (from, through) = (nil, date)
            default: (from, through) = (date, date)
            }
        case .between(let lower, let upper):
            from = lower.isEmpty ? nil : try date(lower)
            through = upper.isEmpty ? nil : try date(upper)
        }
        return try nonEmpty(DateRange(from: from, through: through), "dateRangeEmpty", advice: "dateRangeAdvice")
    }

    private func date(_ text: String) throws(QueryError) -> CalendarDate {
        if let date = CalendarDate(text) { return date }
        if let day = day?(text) { return .day(day.day, month: day.month, year: day.year) }
        let digits = text.split(whereSeparator: { "-/.".contains($0) })
        let advice: Message
        if ["today", "yesterday", "tomorrow", "now"].contains(text.lowercased()) {
            advice = Message("todayAdvice")
        } else if text.contains(":") || text.first?.isNumber == true && text.contains("T") {
            advice = Message("hourAdvice")
        } else if digits.count == 3, digits.last?.count == 4, digits.allSatisfy({ Int($0) != nil }) {
            // The day is first, or in American dates the month.
            let guesses = [(digits[1], digits[0]), (digits[0], digits[1])]
                .map { month, day in "\(digits[2])-\(padded(month))-\(padded(day))" }
            advice =
                guesses.first { CalendarDate($0) != nil }.map { Message("dateOrderAdvice", ["date": .text($0)]) }
                ?? Message("noSuchDay")
        } else if digits.count > 1, digits.first?.count == 4, digits.allSatisfy({ Int($0) != nil }) {
            let guess = digits.prefix(3).map(padded).joined(separator: "-")
            let isDay = CalendarDate(guess) != nil
            advice = isDay ? Message("writeInstead", ["meant": .text(guess)]) : Message("noSuchDay")
        } else {
            advice = Message("dateAdvice")
        }
        throw wrong(
            text.isEmpty ? Message("dateMissing", written.argument) : Message("dateInvalid", ["text": .text(text)]),
            .badRange, advice: advice)
    }

    private func padded(_ digits: Substring) -> String {
        digits.count == 1 ? "0\(digits)" : String(digits)
    }
}

/// Parses the value of a field that does not hold text.
struct ValueReader {
    let field: NamedField
    let text: String
    /// The position of the value.
    let column: Int

    func condition() throws(QueryError) -> Condition {
        switch field.field {
        case .traits(let prefix): .trait(try trait(prefix))
        case .site: .site(try site())
        case .language: .language(try language())
        case .kind: .kind(try kind())
        case .count(let counted): .count(counted, try numberRange())
        case .age: .age(try ageRange())
        case .date: .date(try dateRange())
        case .text(let textField):
            throw QueryError(
                .unknownValue, at: column, "\(textField.rawValue): takes words", advice: "Write words.")
        }
    }

    private func wrong(_ message: String, _ code: QueryError.Code = .unknownValue, advice: String)
        -> QueryError
    {
        QueryError(code, at: column, message, advice: advice)
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
        if let meant = ValueReader.traitsElsewhere[word] {
            throw wrong("“\(text)” is nothing that a ticket \(prefix)", advice: "Write \(meant).")
        }
        // A quote counts as a reply too.
        let own = Trait.allCases.map(\.rawValue).filter { $0.hasPrefix(prefix + ":") }
        let known = prefix == "has" ? own + ["has:quote"] : own
        throw wrong(
            "“\(text)” is nothing that a ticket \(prefix)", advice: "There are \(known.joined(separator: ", ")).")
    }

    private static let traitsElsewhere: [String: String] = [
        "star": "is:starred", "favorite": "is:starred", "favourite": "is:starred",
        "flagged": "is:starred",
        "bookmarked": "is:starred", "read-later": "is:later", "readlater": "is:later", "queued": "is:later",
        "new": "is:unread", "seen": "is:read", "repost": "is:boost",
        "reblog": "is:boost",
        "retweet": "is:boost", "answer": "is:reply", "comment": "is:reply", "picture": "has:image",
        "photo": "has:image", "attachment": "has:media or has:enclosure", "podcast": "has:enclosure",
        "url": "has:link",
        "cw": "has:warning", "sensitive": "has:warning", "nsfw": "has:warning", "dupe": "is:duplicate",
    ]

    private func site() throws(QueryError) -> String {
        func notAName(_ advice: String) -> QueryError {
            wrong("“\(text)” is not the name of a site", advice: advice)
        }
        var host = text.lowercased()
        var hadPath = false
        for scheme in ["https://", "http://"] where host.hasPrefix(scheme) {
            host.removeFirst(scheme.count)
            let authority = host.prefix { !"/?#".contains($0) }
            hadPath = host.dropFirst(authority.count).contains { $0 != "/" }
            host = Host.name(of: String(authority)) ?? ""
        }
        if host.hasPrefix("*.") { host.removeFirst(2) }
        while host.last == "/" || host.last == "." { host.removeLast() }
        if hadPath, !host.isEmpty {
            throw notAName(
                "Write site:\(host) for the whole site; for a part of an address \(ValueReader.partOfAddress).")
        }
        guard !host.isEmpty, Host.isName(host) else {
            throw notAName(
                "Write a name such as site:example.org; for a part of an address \(ValueReader.partOfAddress).")
        }
        return host
    }

    private static let partOfAddress = "url:example.org/news"

    private func language() throws(QueryError) -> String {
        guard let tag = LanguageTag.normalized(text) else {
            throw wrong(
                "“\(text)” is not the code of a language",
                advice: "Write a code of two or three letters: lang:en, lang:es, lang:pt-BR.")
        }
        return tag
    }

    private func kind() throws(QueryError) -> String {
        guard let kind = SourceKind.named(text) else {
            throw wrong(
                "“\(text)” is no kind of source",
                advice: "There are \(SourceKind.names.map { "kind:\($0)" }.joined(separator: ", ")).")
        }
        return kind
    }

    // MARK: Ranges

    /// A range as written: an operator before one value, or two dots between two.
    private enum Written {
        case compared(String, String)
        case between(String, String)
    }

    private func written() -> Written {
        for sign in [">=", "<=", "=>", "=<", ">", "<", "="] where text.hasPrefix(sign) {
            return .compared(sign, String(text.dropFirst(sign.count)))
        }
        if let dots = text.firstRange(of: "..") {
            let upper = text[dots.upperBound...]
            return .between(
                String(text[..<dots.lowerBound]), String(upper.first == "." ? upper.dropFirst() : upper))
        }
        return .compared("", text)
    }

    private func numberRange() throws(QueryError) -> NumberRange {
        var least: Int?
        var most: Int?
        switch written() {
        case .compared(let sign, let value):
            let number = try number(value)
            if !sign.hasPrefix("<") && sign != "=<" { least = sign == ">" ? number + 1 : number }
            if !sign.hasPrefix(">") && sign != "=>" { most = sign == "<" ? number - 1 : number }
        case .between(let lower, let upper):
            least = lower.isEmpty ? nil : try number(lower)
            most = upper.isEmpty ? nil : try number(upper)
        }
        guard let range = NumberRange(least: least, most: most) else {
            throw wrong(
                "no number lies in “\(text)”", .badRange,
                advice: "Write \(field.name):>100, \(field.name):<10 or \(field.name):10..100.")
        }
        return range
    }

    private func number(_ text: String) throws(QueryError) -> Int {
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let number = Int(text),
            number <= NumberRange.largest
        {
            return number
        }
        throw wrong(
            text.isEmpty ? "expected a number after \(field.name):" : "“\(text)” is not a number",
            .badRange,
            advice: "Write digits only, up to twelve: \(field.name):>100 or \(field.name):10..100.")
    }

    private func ageRange() throws(QueryError) -> AgeRange {
        let range: AgeRange?
        switch written() {
        case .compared("", _), .compared("=", _):
            throw wrong(
                "\(field.name): does not say whether older or younger", .badRange,
                advice: "Write \(field.name):<\(text.drop { $0 == "=" }) for younger, "
                    + "\(field.name):>\(text.drop { $0 == "=" }) for older.")
        case .compared(let sign, let value):
            let seconds = try seconds(value)
            let isOlder = sign.contains(">")
            range = AgeRange(atLeast: isOlder ? seconds : nil, lessThan: isOlder ? nil : seconds)
        case .between(let lower, let upper):
            range = AgeRange(
                atLeast: lower.isEmpty ? nil : try seconds(lower),
                lessThan: upper.isEmpty ? nil : try seconds(upper))
        }
        guard let range else {
            throw wrong(
                "no age lies in “\(text)”", .badRange,
                advice: "Write \(field.name):<2d, \(field.name):>1w or 1d..7d.")
        }
        return range
    }

    /// The units of time in seconds, largest first.
    static let units: [(letter: Character, seconds: Int)] = [
        ("y", 365 * 86_400), ("w", 7 * 86_400), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]

    private func seconds(_ text: String) throws(QueryError) -> Int {
        let digits = text.prefix { $0.isNumber }
        let unit = text.dropFirst(digits.count).lowercased()
        if let number = Int(digits), number <= AgeRange.largest,
            let factor = ValueReader.units.first(where: { String($0.letter) == unit })?.seconds
        {
            let (seconds, overflow) = number.multipliedReportingOverflow(by: factor)
            if !overflow, seconds <= AgeRange.largest { return seconds }
        }
        let advice =
            unit.hasPrefix("mo")
            ? "Months differ in length: write 30d, or a date such as date:2026-11.."
            : "Write a number and s, m, h, d, w or y for seconds, minutes, hours, days, weeks or years: "
                + "\(field.name):<2d."
        throw wrong(
            text.isEmpty
                ? "expected a length of time after \(field.name):" : "“\(text)” is not a length of time",
            .badRange, advice: advice)
    }

    private func dateRange() throws(QueryError) -> DateRange {
        let from: CalendarDate?
        let through: CalendarDate?
        switch written() {
        case .compared(let sign, let value):
            let date = try date(value)
            switch sign {
            case ">": (from, through) = (date.next, nil)
            case "<": (from, through) = (nil, date.previous)
            case ">=", "=>": (from, through) = (date, nil)
            case "<=", "=<": (from, through) = (nil, date)
            default: (from, through) = (date, date)
            }
        case .between(let lower, let upper):
            from = lower.isEmpty ? nil : try date(lower)
            through = upper.isEmpty ? nil : try date(upper)
        }
        guard let range = DateRange(from: from, through: through) else {
            throw wrong(
                "no day lies in “\(text)”", .badRange,
                advice:
                    "Write \(field.name):2026-11-01..2026-11-15, \(field.name):2026-11-01.. or \(field.name):2026."
            )
        }
        return range
    }

    private func date(_ text: String) throws(QueryError) -> CalendarDate {
        if let date = CalendarDate(text) { return date }
        let digits = text.split(whereSeparator: { "-/.".contains($0) })
        let advice: String
        if ["today", "yesterday", "tomorrow", "now"].contains(text.lowercased()) {
            advice = "For the last 24 hours write age:<1d."
        } else if text.contains("T") || text.contains(":") {
            advice = "Dates are to the day: date:2026-11-01. For hours write age:<6h."
        } else if digits.count == 3, digits.last?.count == 4, digits.allSatisfy({ Int($0) != nil }) {
            advice = "Write year, month and day: \(digits[2])-\(padded(digits[1]))-\(padded(digits[0]))."
        } else if digits.count > 1, digits.first?.count == 4, digits.allSatisfy({ Int($0) != nil }) {
            let parts = digits.prefix(3).enumerated()
                .map {
                    $0.offset == 0 ? String($0.element) : padded($0.element)
                }
            let guess = parts.joined(separator: "-")
            advice = CalendarDate(guess) == nil ? "The calendar has no such day." : "Write \(guess)."
        } else {
            advice = "Write a day, a month or a year: 2026-11-01, 2026-11, 2026."
        }
        throw wrong(
            text.isEmpty ? "expected a date after \(field.name):" : "“\(text)” is not a date", .badRange,
            advice: advice)
    }

    private func padded(_ digits: Substring) -> String {
        digits.count == 1 ? "0\(digits)" : String(digits)
    }
}

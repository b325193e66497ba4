/// Prints a query with as few brackets as needed to parse back to the same value.
enum QueryPrinter {
    static func print(_ query: Query) -> String {
        text(query, inside: .either)
    }

    /// The context of a part; a part that binds more loosely needs brackets.
    private enum Strength: Int {
        case either
        case both
        case not
    }

    private static func text(_ query: Query, inside strength: Strength) -> String {
        switch query {
        case .everything: return "*"
        case .condition(let condition): return ConditionText(condition).whole
        case .not(let inner): return "-" + text(inner, inside: .not)
        case .all(let parts), .any(let parts):
            let (own, separator): (Strength, String) =
                if case .all = query { (.both, " ") } else { (.either, " OR ") }
            if let grouped = grouped(parts, separator: separator) { return grouped }
            let inner = parts.map { text($0, inside: own == .either ? .both : .not) }
                .joined(
                    separator: separator)
            return own.rawValue < strength.rawValue ? "(\(inner))" : inner
        }
    }

    /// Prints `tag:(f1 OR wec)` for parts of one field.
    private static func grouped(_ parts: [Query], separator: String) -> String? {
        var values: [String] = []
        var field: String?
        for part in parts {
            guard case .condition(let condition) = part else { return nil }
            let text = ConditionText(condition)
            guard !text.field.isEmpty, field == nil || field == text.field else { return nil }
            field = text.field
            values.append(text.value)
        }
        return field.map { "\($0):(\(values.joined(separator: separator)))" }
    }
}

/// A condition as written: a field, which may be empty, and a value.
struct ConditionText {
    let field: String
    let value: String

    var whole: String { field.isEmpty ? value : "\(field):\(value)" }

    init(_ condition: Condition) {
        switch condition {
        case .words(let pattern, let textField):
            field = textField.rawValue
            value = ConditionText.written(pattern)
        case .regex(let pattern, let textField):
            field = textField.rawValue
            value = "/\(ConditionText.escapingSlashes(pattern.source))/"
        case .site(let host): (field, value) = ("site", host)
        case .language(let tag): (field, value) = ("lang", tag)
        case .kind(_, let name): (field, value) = ("kind", name)
        case .trait(let trait):
            let parts = trait.rawValue.split(separator: ":", maxSplits: 1)
            (field, value) = (String(parts[0]), String(parts[1]))
        case .count(let counted, let range):
            (field, value) = (counted.rawValue, ConditionText.written(range))
        case .age(let range): (field, value) = ("age", ConditionText.written(range))
        case .date(let range): (field, value) = ("date", ConditionText.written(range))
        }
    }

    private static func written(_ pattern: WordPattern) -> String {
        let quoted = "\"\(escaping(pattern.text) { $0 == "\\" || $0 == "\"" })\""
        return switch pattern.form {
        case .word: pattern.text
        case .phrase: quoted
        case .prefix: (pattern.isPlain ? pattern.text : quoted) + "*"
        }
    }

    // A slash would end the expression; a pattern's own are never escaped.
    private static func escapingSlashes(_ source: String) -> String {
        escaping(source) { $0 == "/" }
    }

    /// Escapes special characters by scalar: an accent after one changes nothing.
    private static func escaping(_ text: String, where needsEscape: (Unicode.Scalar) -> Bool)
        -> String
    {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if needsEscape(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    private static func written(_ range: NumberRange) -> String {
        switch (range.least, range.most) {
        case (let least?, let most?): least == most ? "\(least)" : "\(least)..\(most)"
        case (let least?, nil): least == 0 ? ">=0" : ">\(least - 1)"
        case (nil, let most): "<\((most ?? 0) + 1)"
        }
    }

    private static func written(_ range: AgeRange) -> String {
        switch (range.atLeast, range.lessThan) {
        case (let atLeast?, let lessThan?): "\(length(atLeast))..\(length(lessThan))"
        case (let atLeast?, nil): ">\(length(atLeast))"
        case (nil, let lessThan): "<\(length(lessThan ?? 0))"
        }
    }

    /// Returns a duration in the largest unit that divides it.
    private static func length(_ seconds: Int) -> String {
        for unit in ValueReader.units where seconds > 0 && seconds % unit.seconds == 0 {
            return "\(seconds / unit.seconds)\(unit.letter)"
        }
        return "\(seconds)s"
    }

    private static func written(_ range: DateRange) -> String {
        switch (range.from, range.through) {
        case (let from?, let through?): from == through ? "\(from)" : "\(from)..\(through)"
        case (let from?, nil): "\(from).."
        case (nil, let through): through.map { "..\($0)" } ?? ""
        }
    }
}

extension CalendarDate: CustomStringConvertible {
    /// The date as in `2026`, `2026-11` or `2026-11-01`.
    public var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        return switch self {
        case .year(let year): padded(year, 4)
        case .month(let month, let year): "\(padded(year, 4))-\(padded(month, 2))"
        case .day(let day, let month, let year):
            "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        }
    }
}

import EngineConcepts

/// A condition as written: a field, which may be empty, and a value.
struct ConditionText {
    let field: String
    let value: String

    var whole: String { field.isEmpty ? value : "\(field):\(value)" }

    init(_ condition: Condition) {
        switch condition {
        case .words(let pattern, let scope):
            (field, value) = (scope.rawValue, ConditionText.written(pattern))
        case .regex(let pattern, let scope):
            // A slash would end the expression; a pattern's own are never escaped.
            (field, value) = (scope.rawValue, "/\(ConditionText.escaping(pattern.source) { $0 == "/" })/")
        case .site(let host): (field, value) = ("site", host)
        case .language(let tag): (field, value) = ("lang", tag)
        case .kind(_, let name): (field, value) = ("kind", name)
        case .trait(let trait):
            let parts = trait.rawValue.split(separator: ":", maxSplits: 1)
            (field, value) = (String(parts[0]), String(parts[1]))
        case .count(let count, let range):
            (field, value) = (count.rawValue, ConditionText.written(range))
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

    /// Returns the text with a backslash before each special character.
    private static func escaping(_ text: String, where needsEscape: (Unicode.Scalar) -> Bool) -> String {
        text.replacingScalars { needsEscape($0) ? "\\\($0)" : nil }
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

    private static func length(_ seconds: Int) -> String {
        let (number, letter) = AgeRange.inLargestUnit(seconds)
        return "\(number)\(letter)"
    }

    private static func written(_ range: DateRange) -> String {
        switch (range.from, range.through) {
        case (let from?, let through?): from == through ? "\(from)" : "\(from)..\(through)"
        case (let from?, nil): "\(from).."
        case (nil, let through): through.map { "..\($0)" } ?? ""
        }
    }
}

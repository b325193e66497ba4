import EngineConcepts

/// A condition as written: a field, which may be empty, and a value.
struct ConditionText {
    let field: String
    let value: String

    var whole: String { field.isEmpty ? value : "\(field):\(value)" }

    init(_ condition: Condition) {
        field = condition.field.name
        value =
            switch condition {
            case .words(let pattern, _): ConditionText.written(pattern)
            // A slash would end the expression; a pattern's own are never escaped.
            case .regex(let pattern, _): "/\(ConditionText.escaping(pattern.source) { $0 == "/" })/"
            case .site(let host): host
            case .language(let tag): tag
            case .kind(_, let name): name
            case .trait(let trait): trait.keyword.word
            case .count(_, let range): ConditionText.written(range)
            case .age(let range): ConditionText.written(range)
            case .date(let range): ConditionText.written(range)
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
        switch range.bounds {
        case .between(let least, let most): least == most ? "\(least)" : "\(least)..\(most)"
        case .from(let least): least == 0 ? ">=0" : ">\(least - 1)"
        // A query takes no larger number.
        case .to(NumberRange.maximumCount): "<=\(NumberRange.maximumCount)"
        case .to(let most): "<\(most + 1)"
        }
    }

    private static func written(_ range: AgeRange) -> String {
        switch range.bounds {
        case .between(let atLeast, let lessThan): "\(length(atLeast))..\(length(lessThan))"
        case .from(let atLeast): ">\(length(atLeast))"
        case .to(let lessThan): "<\(length(lessThan))"
        }
    }

    private static func length(_ seconds: Int) -> String {
        let (number, letter) = AgeRange.inLargestUnit(seconds)
        return "\(number)\(letter)"
    }

    private static func written(_ range: DateRange) -> String {
        switch range.bounds {
        case .between(let from, let through): from == through ? "\(from)" : "\(from)..\(through)"
        case .from(let from): "\(from).."
        case .to(let through): "..\(through)"
        }
    }
}

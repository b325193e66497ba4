import EngineConcepts

/// Fills the placeholders of a text, such as `{corner}`, so that a repeated text varies.
enum Placeholders {
    /// Returns `template` with its known placeholders filled; other braces stay.
    static func fill(_ template: String, random: inout SeededRandom) -> String {
        guard template.contains("{") else { return template }
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            result += rest[..<open]
            result += word(for: name, random: &random) ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func word(for placeholder: Substring, random: inout SeededRandom) -> String? {
        switch placeholder {
        case "car": String(random.pick(RaceTexts.bundled.cars).number)
        case "corner": random.pick(RaceTexts.bundled.corners)
        case "lap": String(random.number(in: 12...58))
        case "place": "P\(random.number(in: 2...14))"
        case "gap": decimal(random.number(in: 4...219))
        case "tenths": decimal(random.number(in: 1...9))
        case "laptime": lapTime(random.number(in: 88_400...93_900))
        case "track": String(random.number(in: 19...47))
        case "air": String(random.number(in: 11...29))
        case "wind": String(random.number(in: 4...38))
        case "few": String(random.number(in: 2...6))
        case "count": String(random.number(in: 7...48))
        default: nil
        }
    }

    static func decimal(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

    /// Returns thousandths of a second as minutes, seconds and thousandths.
    static func lapTime(_ thousandths: Int) -> String {
        let seconds = String(thousandths / 1000 % 60, width: 2)
        return "\(thousandths / 60_000):\(seconds).\(String(thousandths % 1000, width: 3))"
    }
}

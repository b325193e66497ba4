/// The interval of a source's requests as text: a number with `m`, `h` or `d`.
public enum SourceInterval {
    private static let units: [(letter: Character, seconds: Int)] = [("d", 86_400), ("h", 3600), ("m", 60)]
    private static let maximumSeconds = 366 * 86_400

    /// Returns the seconds in `text`, from a minute to a year, or `nil` if it is no interval.
    public static func seconds(in text: String) -> Int? {
        guard let unit = units.first(where: { $0.letter == text.last }), let count = Int(text.dropLast()), count > 0
        else { return nil }
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit.seconds)
        return overflows || seconds > maximumSeconds ? nil : seconds
    }

    /// Returns the text of an interval in its largest whole unit.
    public static func text(of seconds: Int) -> String {
        let unit = units.first { seconds % $0.seconds == 0 } ?? ("m", 60)
        return "\(max(1, seconds / unit.seconds))\(unit.letter)"
    }
}

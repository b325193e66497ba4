/// The labels of a ticket as ascending distinct numbers. Stored as variable-length numbers, so that the usual one or two
/// take a byte each.
struct LabelSet: Hashable, Sendable {
    let numbers: [Int64]

    static let empty = LabelSet([])

    init(_ numbers: some Sequence<Int64>) {
        self.numbers = Set(numbers).sorted()
    }

    /// Decodes ``bytes``.
    init(bytes: [UInt8]?) throws {
        var numbers: [Int64] = []
        var number: Int64 = 0
        var shift: Int64 = 0
        for byte in bytes ?? [] {
            guard shift < 63 else { throw DamagedContent("a label's number that does not end") }
            number |= Int64(byte & 0x7f) << shift
            shift += 7
            if byte < 0x80 {
                numbers.append(number)
                number = 0
                shift = 0
            }
        }
        guard shift == 0 else { throw DamagedContent("a label's number that does not end") }
        self.numbers = numbers
    }

    /// The stored form, or `nil` if there are no labels.
    var bytes: [UInt8]? {
        guard !numbers.isEmpty else { return nil }
        return numbers.reduce(into: [UInt8]()) { $0.append(variable: UInt64(bitPattern: $1)) }
    }

    var isEmpty: Bool { numbers.isEmpty }

    func union(_ others: LabelSet) -> LabelSet {
        others.isEmpty ? self : isEmpty ? others : LabelSet(numbers + others.numbers)
    }

    func contains(_ number: Int64) -> Bool {
        numbers.contains(number)
    }
}

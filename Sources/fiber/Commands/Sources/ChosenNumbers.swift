import ArgumentParser

/// Distinct list numbers from 1, separated by commas or spaces.
struct ChosenNumbers: ExpressibleByArgument {
    let numbers: [Int]

    init?(argument: String) {
        var numbers: [Int] = []
        for word in argument.split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard let number = Int(word), number > 0 else { return nil }
            if !numbers.contains(number) { numbers.append(number) }
        }
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers
    }

    /// Returns the first number that is not in a list of this length, or `nil` if all are.
    func wrong(among count: Int) -> Int? { numbers.first { $0 > count } }
}

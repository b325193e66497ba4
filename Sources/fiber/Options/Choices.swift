public import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// The choice to leave out hidden tickets or to print them.
enum FilterChoice: String, ExpressibleByArgument, CaseIterable {
    case on
    case off

    var state: FilterState { self == .on ? .on : .off }
}

/// The combination of several topics, as an option of commands.
enum CombinationChoice: String, ExpressibleByArgument, CaseIterable {
    case any
    case all

    var combination: TopicSelection.Combination { self == .any ? .union : .intersection }
}

/// The interval of the requests of a source or a list, as it is typed.
struct IntervalChoice: ExpressibleByArgument {
    /// The interval, or `nil` for the default.
    let seconds: Int?

    init?(argument: String) {
        guard argument != "default" else {
            seconds = nil
            return
        }
        guard let seconds = SourceInterval.seconds(in: argument) else { return nil }
        self.seconds = seconds
    }
}

/// The effects of rules are typed as they are stored.
extension LabelEffect: ExpressibleByArgument {}

/// The people who can see a post are typed as they are stored.
extension PostDraft.Visibility: ExpressibleByArgument {}

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

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

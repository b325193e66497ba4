import ArgumentParser
import EngineConcepts

/// The choice to leave out hidden tickets or to print them.
enum FilterChoice: String, ExpressibleByArgument, CaseIterable {
    case on
    case off

    var state: FilterState { self == .on ? .on : .off }
}

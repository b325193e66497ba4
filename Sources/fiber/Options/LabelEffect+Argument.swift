public import ArgumentParser
import EngineConcepts

/// The effects of rules are typed as they are stored.
extension LabelEffect: ExpressibleByArgument {}

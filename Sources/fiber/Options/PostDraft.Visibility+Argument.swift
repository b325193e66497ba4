public import ArgumentParser
import EngineConcepts

/// The people who can see a post are typed as they are stored.
extension PostDraft.Visibility: ExpressibleByArgument {}

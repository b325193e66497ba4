public import EngineConcepts
public import FiberConfiguration
public import Localization

/// Adds the first sources of a user who has none.
public protocol FirstSourceAdding: Sendable {
    /// Follows the source at an address.
    ///
    /// - Throws: ``SeveralSources`` if the address offers several.
    nonisolated func follow(_ address: String) async throws -> SourceDescription

    /// Follows the sources of a list in a local file.
    nonisolated func follow(listAt path: String) async throws -> ListOutcome
}

extension FirstSourceAdding {
    /// Follows the sources at all these addresses, and returns the errors in words.
    public func follow(all addresses: [String], _ localizer: Localizer) async -> [String] {
        var failures: [String] = []
        for address in addresses {
            do { _ = try await follow(address) } catch { failures.append(localizer(error)) }
        }
        return failures
    }
}

/// The outcome of importing a list of sources.
public nonisolated struct ListOutcome: Hashable, Sendable {
    /// The new sources and topics, which undo removes.
    public var additions: LibraryAdditions
    /// The number of entries that were left out.
    public var skipped: Int
    /// The entries that were left out with the reasons, and what was imported differently.
    public var warnings: [Message]

    /// The number of sources added. Those that were followed already do not count.
    public var count: Int { additions.sources.count }

    public init(_ additions: LibraryAdditions, skipped: Int = 0, warnings: [Message] = []) {
        self.additions = additions
        self.skipped = skipped
        self.warnings = warnings
    }

    /// Returns the numbers of added and left out entries of the list at `path` in one line, with the key of the messages if
    /// those have the warnings.
    public func summary(ofListAt path: String, _ localizer: Localizer) -> String {
        var parts =
            count > 0
            ? [localizer(Message("sourcesAdded", ["count": .number(count)]))]
            : [localizer(.onboardingEmptyList, .text(path))]
        let topicCount = additions.queryTopicCount
        if topicCount > 0 {
            parts.append(localizer(Message("queryFeedsAdded", ["count": .number(topicCount)])))
        }
        if skipped > 0, skipped == warnings.count {
            parts.append(localizer(.listSkipped, .number(skipped)))
        } else {
            if skipped > 0 { parts.append(localizer(Message("entriesLeftOut", ["count": .number(skipped)]))) }
            if !warnings.isEmpty { parts.append(localizer(.listWarnings, .number(warnings.count))) }
        }
        return parts.joined(separator: " · ")
    }
}

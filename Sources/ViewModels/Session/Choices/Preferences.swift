public import EngineConcepts
import FoundationBasics

/// Small values stored across restarts, such as the position, the topics and the chosen settings.
///
/// A change is written after half a second; further changes postpone the write up to five seconds; changes during a
/// write cause a second one. ``flush()`` writes at once and must be awaited before the program is suspended or ends.
public final class Preferences {
    /// The stored values.
    public nonisolated enum Name: String, CaseIterable {
        case position = "timeline.position"
        /// True if only unread tickets are shown.
        case unreadOnly = "timeline.unreadOnly"
        /// True if the content filter is on.
        case filter = "timeline.filter"
        /// The orders chosen for views.
        case orders = "timeline.orders"
        /// The chosen topics.
        case topics = "timeline.topics"
        /// True if the source list stays beside the timeline.
        case sidebar = "timeline.sidebar"
        /// The closed topics of the source list.
        case collapsedTopics = "sources.collapsed"
        /// True if notifications are turned off.
        case doNotDisturb = "notifications.quiet"
        /// True if the bar shows performance figures.
        case performance = "developer.vitals"
        /// All unsent posts as one JSON value, in stores made before each became a ``StoredDraft``.
        case drafts
        /// The gaps that the user has dismissed.
        case dismissedGaps = "timeline.dismissed-gaps"
        /// The announced sources that have failed for long.
        case longFailingSources = "timeline.quiet-sources"
        // The histories of what the user typed, oldest first, one entry per line.
        case commands, addresses, paths, queries, names, servers
        case textSearches = "text-searches"
        case topicLists = "topic-lists"
        case settingValues = "setting-values"

        /// The version of the program at the last start.
        case version
        /// The settings chosen on the screen.
        case settings
    }

    private static let delay = Duration.milliseconds(500)
    private static let maximumDelay = Duration.seconds(5)

    private let store: any SettingStore
    private let time: any TimeSource
    private let report: (any Error) -> Void
    /// The changes that are not written yet, by name.
    private var pending: [String: SettingChange] = [:]
    private var firstChange: Timestamp?
    private var timer: Task<Void, Never>?
    /// The values that were read ahead by name, `nil` for a name without one.
    private var ahead: [String: String?] = [:]
    /// The running write, which returns false if a change could not be written.
    private var writing: Task<Bool, Never>?

    /// Creates preferences for a store. `report` is called with errors of writing.
    public init(store: any SettingStore, time: any TimeSource, report: @escaping (any Error) -> Void) {
        self.store = store
        self.time = time
        self.report = report
    }

    /// Reads all values in one query, because a start asks for most of them one by one. They are answered from memory until
    /// ``endReadingAhead()``, even if another process changes them meanwhile.
    public func readAhead() async throws {
        let names = Name.allCases.filter { $0 != .drafts }.map(\.rawValue)
        let stored = try await store.settings(names)
        for name in names where pending[name] == nil { ahead.updateValue(stored[name], forKey: name) }
    }

    /// Reads from the store again.
    func endReadingAhead() { ahead = [:] }

    /// Returns the stored value, including changes that are not written yet.
    public func value(_ name: Name) async throws -> String? { try await value(named: name.rawValue) }

    /// Returns the stored values of those of `names` that have one, including changes that are not written yet. Reading
    /// them together takes hardly longer than reading one.
    public func values(_ names: [Name]) async throws -> [Name: String] {
        let before = pending
        let unread = names.map(\.rawValue).filter { ahead[$0] == nil }
        var stored = ahead.compactMapValues(\.self)
        if !unread.isEmpty { stored.merge(try await store.settings(unread)) { $1 } }
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                let change = pending[name.rawValue] ?? before[name.rawValue]
                let value = change.map(\.value) ?? stored[name.rawValue]
                return value.map { (name, $0) }
            })
    }

    /// Stores `value`.
    public func set(_ name: Name, to value: String) { set(SettingChange(name.rawValue, to: value)) }

    /// Returns the stored value of a Boolean, including changes that are not written yet; false if there is none.
    func flag(_ name: Name) async throws -> Bool { try await value(name) == "true" }

    func set(_ name: Name, to flag: Bool) { set(name, to: String(flag)) }

    /// Returns the value stored as JSON, including changes that are not written yet; `nil` if there is none.
    func value<Value: Decodable>(_ name: Name, as type: Value.Type) async throws -> Value? {
        try Self.decoded(try await value(name), as: type)
    }

    /// Returns a stored text of JSON as a value; `nil` if there is none.
    static func decoded<Value: Decodable>(_ text: String?, as type: Value.Type) throws -> Value? {
        guard let text, !text.isEmpty else { return nil }
        // `Data(text.utf8)` searches all conformances of the program once, which every start would wait for.
        var content = text
        return try JSONDecoder().decode(type, from: content.withUTF8 { Data(buffer: $0) })
    }

    /// Stores `value` as JSON. A value that cannot be encoded is reported and not stored.
    func set(_ name: Name, encoding value: some Encodable) {
        do { set(name, to: String(decoding: try JSONEncoder().encode(value), as: UTF8.self)) } catch { report(error) }
    }

    /// Returns the stored value of any name, including changes that are not written yet.
    func value(named name: String) async throws -> String? {
        if let change = pending[name] { return change.value }
        if let value = ahead[name] { return value }
        let stored = try await store.setting(name)
        // It may have been set meanwhile.
        if let change = pending[name] { return change.value }
        return stored
    }

    /// Returns the stored values of all names that begin with `prefix`, including changes that are not written yet.
    func values(beginningWith prefix: String) async throws -> [String: String] {
        // Pending changes may be written before the answer comes, which may still have the former values.
        let before = pending
        var values = try await store.settings(beginningWith: prefix)
        for change in before.merging(pending, uniquingKeysWith: { $1 }).values where change.name.hasPrefix(prefix) {
            values[change.name] = change.value
        }
        return values
    }

    func set(_ change: SettingChange) {
        pending[change.name] = change
        ahead[change.name] = nil
        let now = time.now()
        let first = firstChange ?? now
        firstChange = first
        timer?.cancel()
        let wait = min(Self.delay, max(.zero, Self.maximumDelay - now.since(first)))
        timer = Task { [weak self, time] in
            // Cancelled when a later change starts another timer.
            do { try await time.sleep(for: wait) } catch { return }
            await self?.flush()
        }
    }

    /// Writes all pending changes. Changes that cannot be written are reported and dropped.
    ///
    /// - Returns: False if a change could not be written.
    @discardableResult
    public func flush() async -> Bool {
        timer?.cancel()
        timer = nil
        var isWritten = true
        // One after another: otherwise a former value could be written over a newer one.
        while let running = writing {
            let isRunningWritten = await running.value
            isWritten = isWritten && isRunningWritten
        }
        guard !pending.isEmpty else { return isWritten }
        let write = Task { [store, report] in
            let batch = pending
            var isWritten = true
            firstChange = nil
            for (name, change) in batch {
                do {
                    try await store.setSetting(name, to: change.value)
                    if pending[name] == change { pending[name] = nil }
                } catch {
                    // A newer value is tried by the next flush.
                    if pending[name] == change { pending[name] = nil }
                    isWritten = false
                    report(error)
                }
            }
            writing = nil
            return isWritten
        }
        writing = write
        let isRestWritten = await write.value
        return isWritten && isRestWritten
    }
}

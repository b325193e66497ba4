public import EngineConcepts

/// The small things that are remembered over restarts: position, topics, what was chosen of the settings and the like.
///
/// A change is written half a second later; further changes postpone that up to five seconds; changes during a write
/// start a second one. ``flush()`` writes at once and is to be awaited before the program suspends or ends.
public final class Preferences {
    /// What is remembered.
    public nonisolated enum Name: String, CaseIterable {
        /// Where the reader is in the timeline.
        case position = "timeline.position"
        /// Whether only unread tickets are shown.
        case unreadOnly = "timeline.unreadOnly"
        /// Whether the content filter is on.
        case filter = "timeline.filter"
        /// The chosen topics.
        case topics = "timeline.topics"
        /// Whether rules tell of nothing.
        case quiet = "notifications.quiet"
        /// Whether the bar shows the program's vital signs.
        case vitals = "developer.vitals"
        /// What was typed as commands, the oldest first, a line each.
        case commands = "commands"
        /// Which Fiber was opened last.
        case version = "version"
        /// What was chosen of the settings.
        case settings = "settings"
    }

    private static let delay = Duration.milliseconds(500)
    private static let longestDelay = Duration.seconds(5)

    private let store: any SettingStore
    private let time: any TimeSource
    private let report: (any Error) -> Void
    private var pending: [Name: String] = [:]
    private var firstChange: Timestamp?
    private var timer: Task<Void, Never>?
    private var writing: Task<Void, Never>?

    /// Makes preferences over a store. `report` is told when something could not be written.
    public init(store: any SettingStore, time: any TimeSource, report: @escaping (any Error) -> Void) {
        self.store = store
        self.time = time
        self.report = report
    }

    /// The remembered value, changes that are not written yet included.
    public func value(_ name: Name) async throws -> String? {
        if let value = pending[name] { return value }
        return try await store.setting(name.rawValue)
    }

    /// Remembers `value`.
    public func set(_ name: Name, to value: String) {
        pending[name] = value
        let now = time.now()
        let first = firstChange ?? now
        firstChange = first
        timer?.cancel()
        let wait = min(Self.delay, max(.zero, Self.longestDelay - now.since(first)))
        timer = Task { [weak self, time] in
            // Cancelled means that a later change has taken over.
            do { try await time.sleep(for: wait) } catch { return }
            await self?.flush()
        }
    }

    /// Writes everything that is not written yet.
    public func flush() async {
        timer?.cancel()
        timer = nil
        await writing?.value
        guard !pending.isEmpty else { return }
        let write = Task { [store, report] in
            let batch = pending
            firstChange = nil
            for (name, value) in batch {
                do {
                    try await store.setSetting(name.rawValue, to: value)
                    if pending[name] == value { pending[name] = nil }
                } catch {
                    pending[name] = nil
                    report(error)
                }
            }
        }
        writing = write
        await write.value
    }
}

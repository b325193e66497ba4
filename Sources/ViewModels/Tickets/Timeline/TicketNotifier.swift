import EngineConcepts

/// Collects the tickets of rules that notify and sends one notification for all: a single ticket with its headline,
/// several with their number.
public final class TicketNotifier {
    /// Notifies a user who may not be looking at the screen, or `nil` to send no notifications. Title and text are one line
    /// each, without control characters.
    public var notify: ((_ title: String, _ text: String) -> Void)?
    private let track: TrackServices
    private var session: Session { track.session }
    private let briefs: BriefBuilder
    private var waitingEntries: [TrackEntry] = []
    private var timer: Task<Void, Never>?
    /// True while notifications are turned off by the user.
    private(set) var doesNotDisturb = false

    private static let delay = Duration.seconds(2)

    /// Creates a notifier for the rules of a Track.
    public init(track: TrackServices) {
        self.track = track
        briefs = BriefBuilder(track: track)
    }

    /// Restores the stored state.
    public func restore() async {
        do {
            doesNotDisturb = try await session.preferences.flag(.doNotDisturb)
        } catch {
            session.messages.log(.readFailed, error)
        }
    }

    /// Turns notifications off or on.
    public func toggleDoNotDisturb() {
        doesNotDisturb.toggle()
        session.preferences.set(.doNotDisturb, to: doesNotDisturb)
        session.messages.show(doesNotDisturb ? .doNotDisturbOn : .doNotDisturbOff)
    }

    func add(_ entry: TrackEntry) {
        guard !doesNotDisturb, notify != nil else { return }
        waitingEntries.append(entry)
        guard timer == nil else { return }
        timer = Task { [weak self, session] in
            // Cancelled when the program ends: no notification is needed any more.
            do { try await session.time.sleep(for: Self.delay) } catch { return }
            await self?.send()
        }
    }

    private func send() async {
        timer = nil
        let entries = Self.oncePerStory(waitingEntries)
        waitingEntries = []
        guard let newest = await briefs.briefs(of: Array(entries.suffix(1))).first, !doesNotDisturb else { return }
        let headline = newest.headline == newest.source ? newest.text : newest.headline
        let text =
            entries.count == 1
            ? session.localizer(.notifyOne, .text(headline))
            : session.localizer(.notifyMany, .number(entries.count), .text(headline))
        notify?(Self.line(newest.source), Self.line(text))
    }

    /// Returns the first ticket of each story; later tickets are aware of the earlier ones.
    private static func oncePerStory(_ entries: [TrackEntry]) -> [TrackEntry] {
        var seen: Set<TicketID> = []
        return entries.filter { entry in
            defer { seen.insert(entry.ticket.id) }
            return seen.isDisjoint(with: (entry.storyMember?.others ?? []) + [entry.ticket.id])
        }
    }

    /// Returns `text` as one short line without control characters.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
                .prefix(200))
    }
}

import EngineConcepts

/// Brings words to a reader who may look elsewhere.
public protocol Announcing {
    /// Tells of something; `title` and `text` are one line each, without control characters.
    func announce(title: String, text: String)
}

/// Gathers the tickets that rules ask to be told of, and tells of them together: one that comes alone by its headline, many
/// by their number.
public final class Announcer {
    /// How it tells.
    public var announcing: any Announcing
    private let services: ReaderServices
    private let briefs: BriefBuilder
    private var waiting: [TrackEntry] = []
    private var timer: Task<Void, Never>?
    /// Whether nothing is told, until the reader wants to hear again.
    public private(set) var isQuiet = false

    private static let patience = Duration.seconds(2)

    /// Makes an announcer that tells by `announcing`.
    public init(_ announcing: any Announcing, services: ReaderServices) {
        self.announcing = announcing
        self.services = services
        briefs = BriefBuilder(services: services)
    }

    /// Takes what was remembered.
    public func restore() async {
        do {
            isQuiet = try await services.preferences.value(.quiet) == "true"
        } catch {
            services.messages.log(.readFailed, error)
        }
    }

    /// Tells of nothing from now on, or tells again.
    public func toggleQuiet() {
        isQuiet.toggle()
        services.preferences.set(.quiet, to: String(isQuiet))
        services.messages.note(isQuiet ? .quietOn : .quietOff)
    }

    func add(_ entry: TrackEntry) {
        guard !isQuiet else { return }
        waiting.append(entry)
        guard timer == nil else { return }
        timer = Task { [weak self, services] in
            // Cancelled means that the program ends: then there is nothing to tell any more.
            do { try await services.time.sleep(for: Self.patience) } catch { return }
            await self?.tell()
        }
    }

    private func tell() async {
        timer = nil
        let entries = Self.stories(waiting)
        waiting = []
        guard let newest = await briefs.briefs(of: Array(entries.suffix(1))).first, !isQuiet else { return }
        let headline = newest.headline == newest.source ? newest.text : newest.headline
        let text =
            entries.count == 1
            ? services.wording(.notifyOne, .words(headline))
            : services.wording(.notifyMany, .number(entries.count), .words(headline))
        announcing.announce(title: Self.line(newest.source), text: Self.line(text))
    }

    /// The first of each story: whoever comes later knows who tells it too.
    private static func stories(_ entries: [TrackEntry]) -> [TrackEntry] {
        var told: Set<TicketID> = []
        return entries.filter { entry in
            defer { told.insert(entry.ticket.id) }
            return told.isDisjoint(with: (entry.telling?.others ?? []) + [entry.ticket.id])
        }
    }

    /// `text` as one short line without control characters.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
                .prefix(200))
    }
}

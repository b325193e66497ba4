public import EngineConcepts
import Localization

/// The identity of a picture on a screen. A picture that arrives late is only used if its ticket and area are still the same.
public nonisolated struct PictureKey: Hashable, Sendable {
    public var ticket: TicketID
    public var address: String
    public var size: PictureSize

    public init(ticket: TicketID, address: String, size: PictureSize) {
        self.ticket = ticket
        self.address = address
        self.size = size
    }
}

/// The state of a picture.
public nonisolated enum PictureStatus: Equatable, Sendable {
    case loading
    case shown(Picture)
    /// The reason why it could not be loaded.
    case failed(String)
}

/// The pictures of a screen: loads the wanted ones, cancels the others, and keeps some recent ones.
final class VisiblePictures {
    /// The number of pictures kept that are not wanted at present, for scrolling back.
    private static let maximumUnwantedPictures = 48

    /// The states of recent pictures.
    private(set) var statuses: [PictureKey: PictureStatus] = [:]
    /// Called after each change of ``statuses`` by a finished load.
    var onChange: (() -> Void)?

    private struct Load {
        let isSeen: Bool
        let task: Task<Void, Never>
    }

    private let session: Session
    private let enlarges: Bool
    private var loads: [PictureKey: Load] = [:]
    /// The keys with a state, least recently wanted first.
    private var recent: [PictureKey] = []
    private var retried: Set<PictureKey> = []
    private var isClosed = false

    init(session: Session, enlarges: Bool = false) {
        self.session = session
        self.enlarges = enlarges
    }

    /// Sets the wanted pictures: the visible ones and those to prefetch.
    func want(seen: [PictureKey], ahead: [PictureKey] = []) {
        guard !isClosed else { return }
        let neededKeys = Set(seen).union(ahead)
        let running = loads
        for key in seen { load(key, isSeen: true) }
        for key in ahead where !seen.contains(key) { load(key, isSeen: false) }
        for (key, load) in running where !neededKeys.contains(key) {
            load.task.cancel()
            loads[key] = nil
            statuses[key] = nil
        }
        recent.removeAll { neededKeys.contains($0) || statuses[$0] == nil }
        let surplus = max(0, recent.count - Self.maximumUnwantedPictures)
        for key in recent.prefix(surplus) { statuses[key] = nil }
        recent = recent.dropFirst(surplus) + ahead.filter { !seen.contains($0) } + seen
    }

    /// Retries failed pictures that are still wanted.
    ///
    /// - Returns: True if any had failed.
    func retry() -> Bool {
        let failed = recent.filter { if case .failed = statuses[$0] { true } else { false } }
        for key in failed {
            statuses[key] = nil
            retried.insert(key)
        }
        return !failed.isEmpty
    }

    /// Cancels all loads, and begins no more.
    func close() {
        isClosed = true
        for load in loads.values { load.task.cancel() }
        loads = [:]
        statuses = [:]
        recent = []
    }

    private func load(_ key: PictureKey, isSeen: Bool) {
        guard let loader = session.pictureLoader else { return }
        // A prefetched picture that becomes visible is requested again with a higher priority.
        let isPromoted = isSeen && loads[key]?.isSeen == false
        guard statuses[key] == nil || isPromoted else { return }
        statuses[key] = .loading
        let request = PictureRequest(
            address: key.address, size: key.size, enlarges: enlarges, isSeen: isSeen,
            again: retried.remove(key) != nil)
        let former = loads[key]?.task
        let task = session.activity.run { [self] in
            let status: PictureStatus
            do throws(PictureFailure) {
                status = .shown(try await loader.picture(for: request))
            } catch {
                status = .failed(session.localizer(error.message))
            }
            guard !Task.isCancelled else { return }
            deliver(status, for: key)
        }
        loads[key] = Load(isSeen: isSeen, task: task)
        former?.cancel()
    }

    private func deliver(_ status: PictureStatus, for key: PictureKey) {
        guard loads.removeValue(forKey: key) != nil else { return }
        statuses[key] = status
        onChange?()
    }
}

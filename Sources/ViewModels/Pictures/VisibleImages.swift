public import EngineConcepts

/// Which picture is meant where: a picture that comes late belongs to this ticket and this place, or to nothing.
public nonisolated struct PictureKey: Hashable, Sendable {
    /// Whose picture it is.
    public var ticket: TicketID
    /// Where it is.
    public var address: String
    /// The place that it was made for.
    public var size: PictureSize

    /// Names a picture.
    public init(ticket: TicketID, address: String, size: PictureSize) {
        self.ticket = ticket
        self.address = address
        self.size = size
    }
}

/// How a picture stands.
public nonisolated enum PictureStatus: Equatable, Sendable {
    /// It is being got.
    case loading
    /// It is there.
    case shown(Picture)
    /// It could not be got: why.
    case failed(String)
}

/// The pictures of one screen: asks for those that are wanted, lets go of those that are not, and keeps some that were.
public final class VisibleImages {
    /// How many pictures that nobody wants now are kept, for whoever scrolls back.
    private static let spare = 48

    /// How the pictures stand that were wanted lately.
    public private(set) var statuses: [PictureKey: PictureStatus] = [:]
    /// Told after every change of ``statuses`` that came from outside.
    var onChange: (() -> Void)?

    private struct Order {
        let isSeen: Bool
        let task: Task<Void, Never>
    }

    private let services: ReaderServices
    private let enlarges: Bool
    private var orders: [PictureKey: Order] = [:]
    /// The keys that have a status, those that were wanted last at the end.
    private var recent: [PictureKey] = []
    private var retried: Set<PictureKey> = []

    init(services: ReaderServices, enlarges: Bool = false) {
        self.services = services
        self.enlarges = enlarges
    }

    /// Says what is wanted now: what is seen, and what may be seen next.
    func want(seen: [PictureKey], ahead: [PictureKey] = []) {
        let wanted = Set(seen).union(ahead)
        let before = orders
        for key in seen { order(key, isSeen: true) }
        for key in ahead where !seen.contains(key) { order(key, isSeen: false) }
        for (key, order) in before where !wanted.contains(key) {
            order.task.cancel()
            orders[key] = nil
            statuses[key] = nil
        }
        recent.removeAll { wanted.contains($0) || statuses[$0] == nil }
        let surplus = max(0, recent.count - Self.spare)
        for key in recent.prefix(surplus) { statuses[key] = nil }
        recent = recent.dropFirst(surplus) + ahead.filter { !seen.contains($0) } + seen
    }

    /// Asks again for what failed, where it is still wanted.
    ///
    /// - Returns: Whether anything had failed.
    func retry() -> Bool {
        let failed = recent.filter { if case .failed = statuses[$0] { true } else { false } }
        for key in failed {
            statuses[key] = nil
            retried.insert(key)
        }
        return !failed.isEmpty
    }

    /// Lets go of everything.
    func close() {
        for order in orders.values { order.task.cancel() }
        orders = [:]
        statuses = [:]
        recent = []
    }

    private func order(_ key: PictureKey, isSeen: Bool) {
        guard let loader = services.pictures else { return }
        // What is loading for later and comes into sight goes to the other lane.
        let isPromoted = isSeen && orders[key]?.isSeen == false
        guard statuses[key] == nil || isPromoted else { return }
        statuses[key] = .loading
        let request = PictureRequest(
            address: key.address, size: key.size, enlarges: enlarges, isSeen: isSeen,
            again: retried.remove(key) != nil)
        let former = orders[key]?.task
        let task = services.activity.run { [weak self, wording = services.wording] in
            let status: PictureStatus
            do throws(PictureFailure) {
                status = .shown(try await loader.picture(for: request))
            } catch {
                status = .failed(wording.ofTroubles(error.message))
            }
            guard !Task.isCancelled else { return }
            self?.deliver(status, for: key)
        }
        orders[key] = Order(isSeen: isSeen, task: task)
        former?.cancel()
    }

    private func deliver(_ status: PictureStatus, for key: PictureKey) {
        guard orders.removeValue(forKey: key) != nil else { return }
        statuses[key] = status
        onChange?()
    }
}

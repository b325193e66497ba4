package import Coordinators
import EngineConcepts
import Storage

/// Does what commands in other terminals ask of the Fiber on the screen. Only the lease holder does more than opening a
/// place: in another process these functions return `nil`.
package struct RequestHandlers: Sendable {
    let context: AppContext
    /// The screens that open by their name alone.
    let screens: Set<ScreenName>
    /// Writes the figures of a refresh as one JSON object.
    let encodeFigures: @Sendable (RefreshFigures) -> String
    /// Goes to a place on the screen.
    let show: @MainActor @Sendable (Route) async -> RouteOutcome

    package init(
        context: AppContext, screens: Set<ScreenName> = [],
        encodeFigures: @escaping @Sendable (RefreshFigures) -> String,
        show: @escaping @MainActor @Sendable (Route) async -> RouteOutcome
    ) {
        self.context = context
        self.screens = screens
        self.encodeFigures = encodeFigures
        self.show = show
    }

    /// Returns true unless another version must have made the request: it is about a screen that this one does not have.
    func understands(_ request: RequestEnvelope.Request) -> Bool {
        guard case .open(let request) = request else { return true }
        return OpenRequest.Place.named.contains(request.place)
            || screens.contains(ScreenName(rawValue: request.place.rawValue))
    }

    @MainActor
    func open(_ request: OpenRequest) async throws -> OpenResult? {
        switch await show(try await request.route(in: await context.withCurrentLibrary())) {
        case .opened: return OpenResult()
        case .busy: throw CommandFailure(Message("runningFiberBusy"))
        case .refused(let reason): throw CommandFailure(reason)
        }
    }

    func refresh(_ request: RefreshRequest) async throws -> RefreshResult? {
        try await holdingLease {
            try await $0.requireLibrary()
            return try await RefreshWork($0, hasAsked: true, encodeFigures: encodeFigures).run(request)
        }
    }

    func fill(_ request: FillRequest) async throws -> FillResult? {
        try await holdingLease {
            try await $0.requireLibrary()
            return try await FillWork($0).run(request)
        }
    }

    func act(_ request: OutboxRequest) async throws -> OutboxResult? {
        try await holdingLease { try await OutboxWork($0).run(request) }
    }

    func clean(_ request: CleanRequest) async throws -> CleanResult? {
        guard context.lease.isHeld else { return nil }
        // A cleaning of followed sources works beside a library that cannot be read.
        if request.scope != .active { _ = try await context.sources.reread() }
        return try await CleanWork(context).run(request) { _ in }
    }

    /// Does `work` with the library as it is in its file now, which may have changed a moment ago, as by
    /// `fiber add && fiber fill`.
    private func holdingLease<Outcome>(_ work: (AppContext) async throws -> Outcome) async throws -> Outcome? {
        guard context.lease.isHeld else { return nil }
        _ = try await context.sources.reread()
        return try await work(await context.withCurrentLibrary())
    }
}

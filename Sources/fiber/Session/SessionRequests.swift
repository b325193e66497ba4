import Coordinators
import EngineConcepts
import FiberConfiguration
import Storage

/// Does what commands in other terminals ask of the Fiber on the screen. Only the lease holder does more than opening a
/// place: in another process these functions return `nil`.
struct SessionRequests: Sendable {
    let context: AppContext

    /// Returns the place to open.
    func route(for request: OpenRequest) async throws -> Route {
        try await request.route(in: await context.withCurrentLibrary())
    }

    func refresh(_ request: RefreshRequest) async throws -> RefreshResult? {
        try await holdingLease { try await RefreshWork(context: $0, showsProgress: false).run(request) }
    }

    func fill(_ request: FillRequest) async throws -> FillResult? {
        try await holdingLease { try await FillWork(context: $0, showsProgress: false).run(request) }
    }

    func act(_ request: OutboxRequest) async throws -> OutboxResult? {
        try await holdingLease { try await OutboxWork(context: $0).run(request) }
    }

    func clean(_ request: CleanRequest) async throws -> Message? {
        try await holdingLease { try await CleanWork(context: $0).run(request) { _ in } }
    }

    /// Does `work` with the library as it is in its file now, which may have changed a moment ago, as by
    /// `fiber add && fiber fill`.
    private func holdingLease<Outcome>(_ work: (AppContext) async throws -> Outcome) async throws -> Outcome? {
        guard context.lease.isHeld else { return nil }
        _ = try await context.sources.reread()
        return try await work(await context.withCurrentLibrary())
    }
}

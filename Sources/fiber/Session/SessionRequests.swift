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
        guard context.lease.isHeld else { return nil }
        // The file may have changed a moment ago, as by `fiber add && fiber refresh`.
        _ = try await context.sources.reread()
        return try await RefreshWork(context: await context.withCurrentLibrary(), showsProgress: false).run(request)
    }

    func fill(_ request: FillRequest) async throws -> FillResult? {
        guard context.lease.isHeld else { return nil }
        return try await FillWork(context: await context.withCurrentLibrary(), showsProgress: false).run(request)
    }

    func act(_ request: OutboxRequest) async throws -> OutboxResult? {
        guard context.lease.isHeld else { return nil }
        _ = try await context.sources.reread()
        return try await OutboxWork(context: context).run(request)
    }

    func clean(_ request: CleanRequest) async throws -> Message? {
        guard context.lease.isHeld else { return nil }
        return try await CleanWork(context: context).run(request) { _ in }
    }
}

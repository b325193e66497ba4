import LibC
import NIOCore
import NIOPosix

extension MultiThreadedEventLoopGroup {
    /// The threads of the servers. A connection that takes long, such as that of a huge body, holds up those on its thread;
    /// with as few threads as processors these would be half of all.
    static let servers = MultiThreadedEventLoopGroup(numberOfThreads: 16)
}

extension ScenarioServer {
    /// Lets all other threads and programs go first from now on: servers in the world take no processor from a program.
    /// On systems other than Linux this concerns the whole process.
    public static func yieldToOthers() async throws {
        for loop in MultiThreadedEventLoopGroup.servers.makeIterator() {
            try await loop.submit { _ = nice(10) }.get()
        }
    }
}

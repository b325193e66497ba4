import NIOPosix

extension MultiThreadedEventLoopGroup {
    /// The threads of the servers. A connection that takes long, such as that of a huge body, holds up those on its thread;
    /// with as few threads as processors these would be half of all.
    static let servers = MultiThreadedEventLoopGroup(numberOfThreads: 16)
}

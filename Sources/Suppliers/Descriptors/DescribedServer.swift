/// A server with the descriptor of its kind of account.
public struct DescribedServer: Sendable {
    public var server: AccountServer
    public let descriptor: any AccountDescriptor

    public init(_ server: AccountServer, _ descriptor: any AccountDescriptor) {
        self.server = server
        self.descriptor = descriptor
    }
}

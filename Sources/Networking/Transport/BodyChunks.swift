import AsyncHTTPClient
import NIOCore

/// The chunks of a response body, in order. An actor because AsyncHTTPClient's iterator cannot be shared.
actor BodyChunks {
    private var iterator: HTTPClientResponse.Body.AsyncIterator

    init(_ iterator: sending HTTPClientResponse.Body.AsyncIterator) {
        self.iterator = iterator
    }

    func next() async throws -> [UInt8]? {
        var iterator = iterator
        let buffer = try await iterator.next(isolation: self)
        self.iterator = iterator
        return buffer.map { Array($0.readableBytesView) }
    }
}

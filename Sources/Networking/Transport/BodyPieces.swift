import AsyncHTTPClient
import NIOCore

/// The pieces of a body, one after another. AsyncHTTPClient's iterator is no value to share; this keeps it in one place.
actor BodyPieces {
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

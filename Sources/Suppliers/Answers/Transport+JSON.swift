import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

extension Transport {
    /// Requests a JSON document and decodes it.
    ///
    /// - Parameters:
    ///   - name: The service's name for error messages.
    ///   - absent: The result for status 404, or `nil` if that is an error.
    func json<Value: Decodable & Sendable>(
        _ kind: Value.Type, at address: String, of name: String, absent: Value? = nil, now: Timestamp
    ) async throws(SupplierError) -> Value {
        let request = TransportRequest(address, headers: [.init("accept", "application/json")])
        return try await send(request) { response throws(SupplierError) in
            if response.status == 404, let absent { return absent }
            guard response.isSuccess else { throw HTTPStatus.error(response, now: now) }
            return try response.decoded(kind, try await response.body.collect(), from: name)
        }
    }
}

extension TransportResponse {
    func decoded<Value: Decodable>(
        _ kind: Value.Type, _ body: [UInt8], from service: String
    ) throws(SupplierError) -> Value {
        do {
            return try JSONDecoder().decode(kind, fromForeign: body)
        } catch {
            throw .unexpected(self, from: service, cause: "\(error)")
        }
    }
}

extension SupplierError {
    /// True if the server does not have what was asked for, or sent something else.
    var isMissingOrUnreadable: Bool { [.refused, .malformed, .gone].contains(code) }

    static func unexpected(
        _ response: TransportResponse, from service: String, cause: String?
    ) -> SupplierError {
        SupplierError(
            .malformed, Message("answerUnexpected", ["host": .text(response.endpoint), "service": .text(service)]),
            cause: cause.map(TextSanitizer.line))
    }
}

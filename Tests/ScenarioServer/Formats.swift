import Foundation
import WebText

extension Int64 {
    /// The time of this number of milliseconds since 1970, with milliseconds.
    var rfc3339: String {
        let rest = String(self % 1000)
        let date = Date(timeIntervalSince1970: TimeInterval(self / 1000)).ISO8601Format().dropLast()
        return "\(date).\(String(repeating: "0", count: 3 - rest.count))\(rest)Z"
    }
}

extension String {
    /// The proof of a server that speaks WebSocket, for a key of this text (RFC 6455 §4.2.2).
    var socketProof: String {
        Base64.encoded(CryptographicHash.sha1(of: Array((self + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
}

/// The parts of an address with a host (`scheme://host/…`, RFC 3986 §3), as written.
///
/// Accepts whatever occurs in feeds: nothing is required of the parts, and the scheme may be any text before `://`.
package struct AddressParts {
    private let address: String
    private let marks: Marks

    /// Takes `address` apart. Returns `nil` if it has no `://`.
    package init?(_ address: String) {
        var address = address
        guard let marks = address.withUTF8(Marks.init) else { return nil }
        self.address = address
        self.marks = marks
    }

    /// The text before `://`.
    package var scheme: Substring { part(0, marks.scheme) }

    /// The user name and password, or `nil` if there are none.
    package var user: Substring? { marks.at.map { part(marks.scheme + 3, $0) } }

    /// The host without user and port; an IPv6 address with its brackets.
    package var host: Substring { part(marks.host, marks.bracket.map { $0 + 1 } ?? marks.colon ?? marks.path) }

    /// The text after the host's colon, or `nil` if there is none.
    package var port: Substring? { marks.colon.map { part($0 + 1, marks.path) } }

    /// The host and port, as written.
    package var endpoint: Substring { part(marks.host, marks.path) }

    /// The path, which begins with a slash if it is not empty.
    package var path: Substring { part(marks.path, marks.question ?? marks.numberSign ?? marks.count) }

    /// The text after the question mark, or `nil` if there is none.
    package var query: Substring? { marks.question.map { part($0 + 1, marks.numberSign ?? marks.count) } }

    /// The parameters of the query in order, as written.
    package var parameters: [(name: Substring, value: Substring)] {
        (query ?? "").split { $0 == "&" || $0 == ";" }
            .map { parameter in
                let name = parameter.prefix { $0 != "=" }
                return (name, parameter[name.endIndex...].dropFirst())
            }
    }

    /// The text after the number sign, or `nil` if there is none.
    package var fragment: Substring? { marks.numberSign.map { part($0 + 1, marks.count) } }

    /// The address without the user.
    package var withoutUser: String { "\(scheme)://\(part(marks.host, marks.count))" }

    /// Returns the text between two offsets in bytes. Made when asked for: most callers need one part.
    private func part(_ start: Int, _ end: Int) -> Substring {
        let utf8 = address.utf8
        let from = utf8.index(utf8.startIndex, offsetBy: start)
        return address[from..<utf8.index(from, offsetBy: end - start)]
    }

    /// The positions at which the parts begin. Found in bytes: a refresh takes each address apart many times.
    private struct Marks {
        /// The end of the scheme.
        let scheme: Int
        /// The start of the host, behind the user.
        let host: Int
        /// The start of the path, or of whatever follows the host.
        let path: Int
        let at: Int?
        let bracket: Int?
        let colon: Int?
        let numberSign: Int?
        let question: Int?
        /// The length of the address.
        let count: Int

        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let scheme = bytes.firstRange(ofBytes: "://")?.lowerBound else { return nil }
            self.scheme = scheme
            var index = scheme + 3
            // A space ends the host: the address may be part of a command line.
            while index < bytes.count, bytes[index] != .slash, bytes[index] != .questionMark,
                bytes[index] != .numberSign, bytes[index] != .space
            {
                index += 1
            }
            path = index
            at = bytes[(scheme + 3)..<path].lastIndex(of: .atSign)
            host = at.map { $0 + 1 } ?? scheme + 3
            count = bytes.count
            // An IPv6 address has colons within its brackets.
            bracket =
                host < bytes.count && bytes[host] == .leftBracket
                ? bytes[host..<path].firstIndex(of: .rightBracket) : nil
            colon = bytes[(bracket ?? host)..<path].firstIndex(of: .colon)
            numberSign = bytes[path...].firstIndex(of: .numberSign)
            question = bytes[path..<(numberSign ?? bytes.count)].firstIndex(of: .questionMark)
        }
    }
}

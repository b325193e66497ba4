/// The parts of an address with a host (`scheme://host/…`, RFC 3986 §3), as written.
///
/// Accepts whatever occurs in feeds: nothing is required of the parts, and the scheme may be any text before `://`.
package struct AddressParts {
    /// The text before `://`.
    package let scheme: Substring
    /// The user name and password, or `nil` if there are none.
    package let user: Substring?
    /// The host without user and port; an IPv6 address with its brackets.
    package let host: Substring
    /// The text after the host's colon, or `nil` if there is none.
    package let port: Substring?
    /// The path, which begins with a slash if it is not empty.
    package let path: Substring
    /// The text after the question mark, or `nil` if there is none.
    package let query: Substring?
    /// The text after the number sign, or `nil` if there is none.
    package let fragment: Substring?

    /// Takes `address` apart. Returns `nil` if it has no `://`.
    package init?(_ address: String) {
        var address = address
        guard let marks = address.withUTF8(Marks.init) else { return nil }
        let utf8 = address.utf8
        func part(_ start: Int, _ end: Int) -> Substring {
            let from = utf8.index(utf8.startIndex, offsetBy: start)
            return address[from..<utf8.index(from, offsetBy: end - start)]
        }
        let count = utf8.count
        scheme = part(0, marks.scheme)
        user = marks.at.map { part(marks.scheme + 3, $0) }
        let hostStart = marks.at.map { $0 + 1 } ?? marks.scheme + 3
        host = part(hostStart, marks.bracket.map { $0 + 1 } ?? marks.colon ?? marks.path)
        port = marks.colon.map { part($0 + 1, marks.path) }
        fragment = marks.numberSign.map { part($0 + 1, count) }
        let end = marks.numberSign ?? count
        path = part(marks.path, marks.question ?? end)
        query = marks.question.map { part($0 + 1, end) }
    }

    /// Where the parts begin. Found in bytes: a refresh takes each address apart many times.
    private struct Marks {
        /// The end of the scheme.
        let scheme: Int
        /// The start of the path, or of whatever follows the host.
        let path: Int
        let at: Int?
        let bracket: Int?
        let colon: Int?
        let numberSign: Int?
        let question: Int?

        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let scheme = bytes.firstRange(ofBytes: "://")?.lowerBound else { return nil }
            self.scheme = scheme
            var index = scheme + 3
            // A space ends the host: the address may be part of a command line.
            while index < bytes.count, bytes[index] != 0x2f, bytes[index] != 0x3f, bytes[index] != 0x23,
                bytes[index] != 0x20
            {
                index += 1
            }
            path = index
            at = bytes[(scheme + 3)..<path].lastIndex(of: 0x40)
            let host = at.map { $0 + 1 } ?? scheme + 3
            // An IPv6 address has colons within its brackets.
            bracket = host < bytes.count && bytes[host] == 0x5b ? bytes[host..<path].firstIndex(of: 0x5d) : nil
            colon = bytes[(bracket ?? host)..<path].firstIndex(of: 0x3a)
            numberSign = bytes[path...].firstIndex(of: 0x23)
            question = bytes[path..<(numberSign ?? bytes.count)].firstIndex(of: 0x3f)
        }
    }

    /// The host and port, as written.
    package var endpoint: Substring { host.base[host.startIndex..<path.startIndex] }

    /// The address without the user.
    package var withoutUser: String { "\(scheme)://\(host.base[host.startIndex...])" }

    /// The parameters of the query in order, as written.
    package var parameters: [(name: Substring, value: Substring)] {
        (query ?? "").split { $0 == "&" || $0 == ";" }
            .map { parameter in
                let name = parameter.prefix { $0 != "=" }
                return (name, parameter[name.endIndex...].dropFirst())
            }
    }
}

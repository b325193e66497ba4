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
        let bytes = address.utf8
        guard let mark = bytes.firstRange(ofBytes: "://") else { return nil }
        scheme = address[..<mark.lowerBound]
        // A space ends the host: the address may be part of a command line.
        let pathStart =
            bytes[mark.upperBound...].firstIndex { $0 == 0x2f || $0 == 0x3f || $0 == 0x23 || $0 == 0x20 }
            ?? bytes.endIndex
        let at = bytes[mark.upperBound..<pathStart].lastIndex(of: 0x40)
        user = at.map { address[mark.upperBound..<$0] }
        let hostStart = at.map { bytes.index(after: $0) } ?? mark.upperBound
        // An IPv6 address has colons within its brackets.
        let bracket = bytes[hostStart...].first == 0x5b ? bytes[hostStart..<pathStart].firstIndex(of: 0x5d) : nil
        let colon = bytes[(bracket ?? hostStart)..<pathStart].firstIndex(of: 0x3a)
        host = address[hostStart..<(bracket.map { bytes.index(after: $0) } ?? colon ?? pathStart)]
        port = colon.map { address[bytes.index(after: $0)..<pathStart] }
        let numberSign = bytes[pathStart...].firstIndex(of: 0x23)
        let end = numberSign ?? bytes.endIndex
        fragment = numberSign.map { address[bytes.index(after: $0)...] }
        let question = bytes[pathStart..<end].firstIndex(of: 0x3f)
        path = address[pathStart..<(question ?? end)]
        query = question.map { address[bytes.index(after: $0)..<end] }
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

/// Short forms of addresses for display.
package enum DisplayAddress {
    /// The maximum length of a name in bytes.
    private static let maximumLength = 64

    private static let media: Set<String> = [
        "mp4", "m4v", "mov", "webm", "ogv", "mkv", "avi", "m3u8", "mp3", "m4a", "ogg", "oga", "opus", "wav", "flac",
        "aac", "pdf",
    ]

    /// Returns `address` without its scheme and without `www.`.
    package static func bare(_ address: String) -> Substring {
        let rest = address.utf8.firstRange(ofBytes: "://").map { address[$0.upperBound...] } ?? address[...]
        return rest.hasPrefix("www.") ? rest.dropFirst(4) : rest
    }

    /// Returns the host and the port in lower case, or `address` itself if it has none.
    package static func endpoint(of address: String) -> String {
        WebAddress.endpoint(of: address) ?? address
    }

    /// Returns host and path without a slash at the end, or `address` itself if it has neither.
    package static func hostAndPath(of address: String) -> String {
        let bare = bare(address).prefix { $0 != "?" && $0 != "#" }
        let shown = bare.last == "/" ? bare.dropLast() : bare
        return shown.isEmpty ? address : String(shown)
    }

    /// Returns the file name if the address is that of a video or a sound; otherwise host and path, or only the host
    /// if the path is too long. Returns `nil` if there is no host.
    package static func short(of address: String) -> String? {
        guard let parts = AddressParts(address), !parts.host.isEmpty else { return nil }
        let site = String(bare(parts.host.lowercased()))
        let path = parts.path.split(separator: "/")
        guard let last = path.last else { return site }
        let isFile = last.split(separator: ".").dropFirst().last.map { media.contains($0.lowercased()) } ?? false
        if isFile, last.utf8.count <= maximumLength { return String(last) }
        let name = "\(site)/\(path.joined(separator: "/"))"
        return name.utf8.count <= maximumLength ? name : site
    }
}

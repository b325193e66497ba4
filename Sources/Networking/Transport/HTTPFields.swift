import NIOHTTP1
import WebText

extension HTTPHeaders {
    /// The content encoding that could not be undone, or `nil` if there is none.
    var unknownEncoding: String? {
        let names = compressions
        return names.count < 2 && ["gzip", "deflate"].contains(names.first ?? "gzip")
            ? nil : TextSanitizer.line(names.joined(separator: ", "))
    }

    /// The content encodings in lower case, in the order in which they were applied. `identity` is left out.
    var compressions: [String] {
        self[canonicalForm: "content-encoding"].map { $0.lowercased() }
            .filter { !["identity", "none", "utf-8", ""].contains($0) }
    }

    /// The fields by their names in lower case; several values of one name are joined by commas.
    var byName: [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in self {
            let name = name.lowercased()
            let clean = TextSanitizer.line(value)
            fields[name] = fields[name].map { "\($0), \(clean)" } ?? clean
        }
        return fields
    }

    /// Returns true if the field is only for the requested host and must not follow a redirect to another.
    static func isOriginOnly(_ name: String) -> Bool {
        ["authorization", "cookie", "if-none-match", "if-modified-since"].contains(name.lowercased())
    }
}

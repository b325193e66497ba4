import NIOHTTP1
import WebText

extension HTTPHeaders {
    /// The compression of an answer that could not be undone; nil where it was, or there is none.
    var unknownEncoding: String? {
        let names = compressions
        return names.count < 2 && ["gzip", "deflate"].contains(names.first ?? "gzip")
            ? nil : TextSanitizer.line(names.joined(separator: ", "))
    }

    /// How an answer is compressed, in lower case, in the order in which that was done. Some say what is no compression at all.
    var compressions: [String] {
        self[canonicalForm: "content-encoding"].map { $0.lowercased() }
            .filter { !["identity", "none", "utf-8", ""].contains($0) }
    }

    /// The fields by their names in lower case; several of one name are joined by commas.
    var byName: [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in self {
            let name = name.lowercased()
            let clean = TextSanitizer.line(value)
            fields[name] = fields[name].map { "\($0), \(clean)" } ?? clean
        }
        return fields
    }

    /// Whether a field is meant for the host that was asked, and for no other.
    static func staysAtHome(_ name: String) -> Bool {
        ["authorization", "cookie", "if-none-match", "if-modified-since"].contains(name.lowercased())
    }
}

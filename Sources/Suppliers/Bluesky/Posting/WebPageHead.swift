import WebText

/// The title and the description in the head of a web page: those for previews (Open Graph), or else the general ones.
struct WebPageHead: Hashable, Sendable {
    private(set) var title: String?
    private(set) var description: String?

    /// Reads the beginning of a page, which may be cut anywhere.
    init(_ bytes: [UInt8]) {
        var found: [String: String] = [:]
        var text: [UInt8] = []
        var isInTitle = false
        bytes.withUnsafeBufferPointer { bytes in
            var tokenizer = HTMLTokenizer(bytes)
            reading: while let token = tokenizer.next() {
                switch token {
                case .start(let name):
                    switch tokenizer.name(name) {
                    case "body": break reading
                    case "title": isInTitle = text.isEmpty
                    case "meta":
                        let attributes = tokenizer.attributes
                        guard let key = attributes.value("property") ?? attributes.value("name"),
                            let content = attributes.value("content"), !content.isEmpty
                        else { continue }
                        if found[key.lowercased()] == nil { found[key.lowercased()] = content }
                    default: break
                    }
                case .end(let name): if tokenizer.bytes.isName(name, "title") { isInTitle = false }
                case .text(let range):
                    guard isInTitle else { continue }
                    CharacterReference.resolve(in: UnsafeBufferPointer(rebasing: bytes[range]), endingAt: .wordEnd) {
                        text.append(contentsOf: $0)
                    }
                }
            }
        }
        let plain = text.withUnsafeBufferPointer { TextSanitizer.line($0) }
        title = (found["og:title"] ?? (plain.isEmpty ? nil : plain)).map { String($0.prefix(300)) }
        description = (found["og:description"] ?? found["description"]).map { String($0.prefix(1000)) }
    }
}

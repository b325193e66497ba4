import FeedParsing

// Any bytes give a document or an error. The first byte chooses where the bytes are split; the document must be the
// same as without splitting.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFeed(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let step = Int(bytes[0] % 61) + 1
    let body = bytes.dropFirst()
    let whole = document { FeedParserInput.take(body, whole: true, step, $0) }
    let pieces = document { FeedParserInput.take(body, whole: false, step, $0) }
    precondition(whole == pieces, "the document depends on where it was cut")
    whole?.writeJSON(rendersText: true) { _ in }
    return 0
}

/// Passes a document to a parser, whole or in steps.
enum FeedParserInput {
    static func take(_ body: ArraySlice<UInt8>, whole: Bool, _ step: Int, _ parser: FeedParser) {
        var rest = body
        while !rest.isEmpty {
            let count = whole ? rest.count : step
            parser.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }
}

private func document(_ feed: (FeedParser) -> Void) -> FeedDocument? {
    let parser = FeedParser(base: "https://fuzz.example/feed")
    feed(parser)
    do {
        return try parser.finish()
    } catch {
        return nil
    }
}

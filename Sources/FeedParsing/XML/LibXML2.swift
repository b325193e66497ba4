import CLibXML2
import WebText

/// What libxml2 wants once per process.
enum LibXML2 {
    /// Sets up the library's tables, once, whoever calls first.
    static func initialise() {
        _ = isInitialised
    }

    private static let isInitialised: Bool = {
        xmlInitParser()
        return true
    }()
}

extension MarkupFault {
    /// What the parser complains of; nil for what is no fault of the document: warnings, and prefixes that nobody declared.
    ///
    /// - Parameter isAtEnd: Whether the document has ended, and what comes is said of what it ended in.
    init?(_ error: xmlError, isAtEnd: Bool) {
        guard error.level.rawValue >= XML_ERR_ERROR.rawValue, error.domain != Int32(XML_FROM_NAMESPACE.rawValue) else {
            return nil
        }
        let words = error.message.map { TextSanitizer.words(String(cString: $0)) } ?? "not well-formed"
        self.init(
            message: Self.breaksOff(error, isAtEnd) ? "it breaks off there" : words, line: Int(error.line),
            column: Int(error.int2))
    }

    /// Whether the document ended with elements open. The parser says of that what it says of one that goes on behind its end.
    private static func breaksOff(_ error: xmlError, _ isAtEnd: Bool) -> Bool {
        guard isAtEnd || error.code == Int32(XML_ERR_DOCUMENT_END.rawValue), let context = error.ctxt else {
            return false
        }
        return context.assumingMemoryBound(to: xmlParserCtxt.self).pointee.nameNr > 0
    }
}

/// The attributes of an element as libxml2's SAX2 interface hands them over; valid only while it calls.
struct XMLAttributes {
    private let base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    /// How many there are.
    let count: Int

    /// Wraps what the parser handed over.
    init(_ base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.base = base
        self.count = base == nil ? 0 : count
    }

    /// The value of the attribute without a prefix whose name has these bytes.
    func value(_ name: StaticString) -> String? {
        index(name, prefix: nil).flatMap(string)
    }

    /// As ``value(_:)``, with its white space as it stands.
    func verbatim(_ name: StaticString) -> String? {
        index(name, prefix: nil).flatMap { index in withValue(index) { String(decoding: $0, as: UTF8.self) } }
    }

    /// The value of the attribute with this prefix and name.
    func value(prefix: StaticString, _ name: StaticString) -> String? {
        index(name, prefix: prefix).flatMap(string)
    }

    /// Calls with the name, prefix, namespace and value of each attribute.
    func forEach(
        _ body: (
            UnsafePointer<UInt8>, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafeBufferPointer<UInt8>
        ) -> Void
    ) {
        guard let base else { return }
        for index in 0..<count {
            guard let local = base[index * 5] else { continue }
            withValue(index) { body(local, base[index * 5 + 1], base[index * 5 + 2], $0) }
        }
    }

    private func index(_ name: StaticString, prefix: StaticString?) -> Int? {
        guard let base else { return nil }
        for index in 0..<count {
            guard let local = base[index * 5], name.isEqual(to: local) else { continue }
            switch (base[index * 5 + 1], prefix) {
            case (nil, nil): return index
            case (let found?, let wanted?) where wanted.isEqual(to: found): return index
            default: continue
            }
        }
        return nil
    }

    private func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let base, let start = base[index * 5 + 3], let end = base[index * 5 + 4] else { return nil }
        return UnsafeBufferPointer(start: start, count: end - start)
    }

    private func string(_ index: Int) -> String? {
        withValue(index) { TextSanitizer.line($0) }
    }

    /// Calls with the value's bytes, where there is one.
    private func withValue<Answer>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer? {
        guard let bytes = bytes(index) else { return nil }
        guard bytes.contains(StandIn.mark) else { return body(bytes) }
        var resolved = ByteArena(capacity: bytes.count)
        StandIn.resolve(bytes, into: &resolved)
        return body(resolved.bytes())
    }
}

extension StaticString {
    /// Whether the C string at `other` has the same bytes.
    func isEqual(to other: UnsafePointer<UInt8>) -> Bool {
        let count = utf8CodeUnitCount
        for index in 0..<count where utf8Start[index] != other[index] {
            return false
        }
        return other[count] == 0
    }
}

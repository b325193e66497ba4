import WebText

/// The attributes of an element from libxml2's SAX2 interface; valid only during the callback.
struct XMLAttributes {
    private let base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    let count: Int

    /// Wraps the parser's array.
    init(_ base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.base = base
        self.count = base == nil ? 0 : count
    }

    /// Returns the value of the attribute with this name and no prefix.
    func value(_ name: StaticString) -> String? {
        index(name, prefix: nil).flatMap(string)
    }

    func value(prefix: StaticString, _ name: StaticString) -> String? {
        index(name, prefix: prefix).flatMap(string)
    }

    /// Calls the closure with the name, prefix, namespace and value of each attribute.
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

    /// Calls `body` with the bytes of the value if it exists.
    private func withValue<Answer>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer? {
        bytes(index).map { Placeholder.resolving($0, body) }
    }
}

extension StaticString {
    /// Returns true if the C string at `other` has the same bytes.
    func isEqual(to other: UnsafePointer<UInt8>) -> Bool {
        let count = utf8CodeUnitCount
        for index in 0..<count where utf8Start[index] != other[index] {
            return false
        }
        return other[count] == 0
    }
}

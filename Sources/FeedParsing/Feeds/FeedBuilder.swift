/// Builds a ``FeedDocument`` from the elements and texts of an XML feed. Independent of the XML parser.
///
/// Text is collected in one byte arena per item and becomes a `String` once, at the end of its element. ``FeedAssembly`` knows
/// what the elements mean.
struct FeedBuilder: ~Copyable {
    private struct Frame {
        var role: FeedRole
        var textStart: Int
        var scope: Int
    }

    private var names = FeedNameTable()
    private var assembly: FeedAssembly
    /// The open elements, after the document itself.
    private var stack: [Frame]
    /// The number of open elements within a skipped one, including that one.
    private var ignoredDepth = 0
    /// The number of open elements within one that collects markup.
    private var markupDepth = 0
    private var markup = MarkupWriter()
    private var isCollecting = false
    private var arena = ByteArena(capacity: 64 * 1024)

    init(base: String?, maximumItems: Int) {
        assembly = FeedAssembly(base: base, maximumItems: maximumItems)
        stack = [Frame(role: .outside, textStart: 0, scope: 0)]
        stack.reserveCapacity(64)
    }

    mutating func start(_ tag: XMLStartTag) {
        if ignoredDepth > 0 {
            ignoredDepth += 1
            return
        }
        let parent = stack[stack.count - 1]
        if isCollecting {
            markupDepth += 1
            // Of an element inside plain text, the text is used, the element is not.
            if case .markup = parent.role {
                let base = assembly.scopes[parent.scope].base
                markup.start(tag, depth: markupDepth, base: base, into: &arena)
            }
            return
        }
        var scope = parent.scope
        if tag.attributes.count > 0 { scope = assembly.scopes.add(tag.attributes, in: scope) }
        guard let role = assembly.open(names.meaning(of: tag.name), in: parent.role, &scope, tag) else {
            ignoredDepth = 1
            assembly.scopes.removeAll(after: parent.scope)
            return
        }
        isCollecting = role.collectsText
        stack.append(Frame(role: role, textStart: arena.count, scope: scope))
    }

    mutating func end(local: UnsafePointer<UInt8>) {
        if ignoredDepth > 0 {
            ignoredDepth -= 1
            return
        }
        if markupDepth > 0 {
            if case .markup = stack[stack.count - 1].role { markup.end(local, depth: markupDepth, into: &arena) }
            markupDepth -= 1
            return
        }
        guard stack.count > 1 else { return }
        let frame = stack.removeLast()
        isCollecting = false
        close(frame)
        arena.truncate(to: frame.textStart)
        let parentScope = stack[stack.count - 1].scope
        if frame.scope > parentScope { assembly.scopes.removeAll(after: parentScope) }
    }

    private mutating func close(_ frame: Frame) {
        let element = ElementText(bytes: arena.bytes(from: frame.textStart), scope: frame.scope)
        assembly.close(frame.role, in: stack[stack.count - 1].role, element)
    }

    /// Handles text in the innermost open element.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isCollecting, ignoredDepth == 0 else { return }
        if case .markup(_, .xhtml) = stack[stack.count - 1].role {
            MarkupWriter.escape(bytes, into: &arena)
        } else {
            arena.append(bytes)
        }
    }

    /// Ends the document, complete or truncated.
    mutating func finish(error: MarkupError?) throws(FeedError) -> FeedDocument {
        // A truncated document leaves elements open. Their collected text is dropped, because half a text looks like
        // a whole one.
        let isTruncated = stack.count > 1
        while stack.count > 1 {
            let frame = stack.removeLast()
            if case .item = frame.role {
                assembly.closeTruncatedItem(in: stack[stack.count - 1].role, scope: frame.scope)
            } else if !frame.role.collectsText {
                close(frame)
            }
        }
        return try assembly.finish(isTruncated: isTruncated, error: error)
    }
}

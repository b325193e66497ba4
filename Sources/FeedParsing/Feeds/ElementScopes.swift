import WebText

/// The values that a document's open elements inherit from their parents. Few elements change them, so an element only
/// holds the index of its scope.
struct ElementScopes {
    /// The values that apply in an element.
    struct Scope {
        /// The base for relative references.
        var base: String?
        /// True if the document itself sets the base.
        var hasOwnBase = false
        var language: String?
    }

    private var scopes: [Scope]

    /// Creates the scope of a document at `base`; its index is 0.
    init(base: String?) {
        scopes = [Scope(base: base)]
    }

    subscript(index: Int) -> Scope { scopes[index] }

    /// Adds a scope and returns its index.
    mutating func add(_ scope: Scope) -> Int {
        scopes.append(scope)
        return scopes.count - 1
    }

    /// Adds a scope for an element whose attributes change any value. Returns the index of the element's scope. An empty base
    /// changes nothing (RFC 3986 §4.4).
    mutating func add(_ attributes: XMLAttributes, in parent: Int) -> Int {
        let base = attributes.value(prefix: "xml", "base").flatMap { WebAddress.resolve($0, base: scopes[parent].base) }
        let language = attributes.value(prefix: "xml", "lang")
        guard base != nil || language != nil else { return parent }
        var scope = scopes[parent]
        if let base { (scope.base, scope.hasOwnBase) = (base, true) }
        if let language { scope.language = language.nonEmpty }
        return add(scope)
    }

    mutating func removeAll(after index: Int) {
        scopes.removeLast(scopes.count - 1 - index)
    }
}

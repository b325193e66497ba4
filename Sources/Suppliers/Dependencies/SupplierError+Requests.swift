package import EngineConcepts

// The errors of requests that a source cannot answer. `source` is its name or address.
extension SupplierError {
    static func accountNeeded(_ source: String) -> SupplierError {
        SupplierError(.notAuthorised, Message("accountNeeded", ["address": .text(source)]))
    }

    /// Returns the error of a server that is of no known kind.
    ///
    /// - Parameter host: The server as the user named it.
    static func serverUnknown(
        _ host: String, _ code: Code = .unsupported, cause: String? = nil
    ) -> SupplierError {
        SupplierError(code, Message("accountServerUnknown", ["host": .text(host)]), cause: cause)
    }

    /// Returns the error of a person whom a server does not know.
    static func personNotFound(_ handle: String, at endpoint: String, cause: String?) -> SupplierError {
        SupplierError(
            .refused, Message("personNotFound", ["handle": .text(handle), "host": .text(endpoint)]), cause: cause)
    }

    /// Returns the error of a request for other items than the newest.
    static func readsNewestOnly(_ source: String) -> SupplierError {
        SupplierError(.unsupported, Message("readsNewestOnly", ["source": .text(source)]))
    }

    /// Returns the error of a request for older items of a ranking.
    static func rankingHasNoPast(_ source: String) -> SupplierError {
        SupplierError(.unsupported, Message("rankingHasNoPast", ["source": .text(source)]))
    }

    /// Returns the error of a request for newer items, or for a time, where pages only lead to older ones.
    package static func readsDownOnly(_ source: String) -> SupplierError {
        SupplierError(.unsupported, Message("readsDownOnly", ["source": .text(source)]))
    }

    /// Returns the error of a request with a token that is not the source's, or expired.
    package static func tokenUnknown(_ source: String, cause: String? = nil) -> SupplierError {
        SupplierError(.tokenExpired, Message("tokenUnknown", ["source": .text(source)]), cause: cause)
    }
}

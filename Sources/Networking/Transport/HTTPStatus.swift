package import EngineConcepts

/// Maps HTTP statuses other than success to errors.
package enum HTTPStatus {
    /// Returns the error for the status of `response`.
    ///
    /// - Parameter isFollowed: True if the user follows the source, false if the source is about to be added; the
    ///   messages differ.
    package static func error(_ response: TransportResponse, now: Timestamp, isFollowed: Bool = false) -> SupplierError
    {
        let endpoint = Message.Argument.text(response.endpoint)
        let status = Message.Argument.number(response.status)
        let retryAfter = response.header("retry-after").flatMap { RetryAfter($0, now: now) }
        let retryAt = retryAfter?.until
        func limited(_ message: Message) -> SupplierError {
            SupplierError(
                .rateLimited, retryAfter?.isShortened == true ? .sentences(message, Message("waitShortened")) : message,
                retryAt: retryAt)
        }
        switch response.status {
        case 401, 407:
            return SupplierError(.notAuthorised, Message("loginRequired", ["host": endpoint, "status": status]))
        case 403: return SupplierError(.notAuthorised, Message("accessDenied", ["host": endpoint]))
        case 404:
            let message = Message("notFound", ["host": endpoint])
            return SupplierError(.refused, isFollowed ? .sentences(message, Message("retriedLater")) : message)
        case 410:
            let message = Message("gone", ["host": endpoint])
            return SupplierError(.gone, isFollowed ? .sentences(message, Message("notRetried")) : message)
        case 429: return limited(Message("tooManyRequests", ["host": endpoint]))
        case 503 where retryAt != nil: return limited(Message("unavailable", ["host": endpoint]))
        case 500...599:
            return SupplierError(
                .refused, Message("serverError", ["host": endpoint, "status": status]), retryAt: retryAt)
        case 301, 302, 303, 307, 308:
            return SupplierError(.malformed, Message("movedNowhere", ["host": endpoint, "status": status]))
        case 304: return SupplierError(.malformed, Message("unexpectedNotModified", ["source": endpoint]))
        default: return SupplierError(.refused, Message("unexpectedStatus", ["host": endpoint, "status": status]))
        }
    }
}

package import EngineConcepts
import WebText

/// Maps HTTP statuses other than success to errors.
package enum HTTPStatus {
    /// Returns the error for the status of `response`.
    ///
    /// - Parameter isFollowed: True if the user follows the source, false if the source is about to be added; the
    ///   messages differ.
    package static func error(_ response: TransportResponse, now: Timestamp, isFollowed: Bool = false) -> SupplierError
    {
        let host = WebAddress.endpoint(of: response.address) ?? "The source"
        let status = response.status
        let retryAfter = response.header("retry-after").flatMap { RetryAfter($0, now: now) }
        let retryAt = retryAfter?.until
        let shortened =
            retryAfter?.isShortened == true ? " It asks for more than a day; it is asked again after one." : ""
        switch status {
        case 401, 407:
            return SupplierError(
                .notAuthorised, "\(host) wants to know who asks (status \(status)): give it a name and password.")
        case 403: return SupplierError(.notAuthorised, "\(host) does not let Fiber in (status 403).")
        case 404:
            return SupplierError(
                .refused,
                "\(host) has nothing at this address (status 404): check it."
                    + (isFollowed ? " It is asked again, after longer and longer pauses where that goes on." : ""))
        case 410:
            return SupplierError(
                .gone,
                "\(host) says that this is gone for good (status 410)"
                    + (isFollowed
                        ? ", so it is not asked any more. Remove the source; adding it anew has it asked once again."
                        : "."))
        case 429:
            return SupplierError(.rateLimited, "\(host) asks for patience (status 429).\(shortened)", retryAt: retryAt)
        case 503 where retryAt != nil:
            return SupplierError(
                .rateLimited, "\(host) is not available for a while (status 503).\(shortened)", retryAt: retryAt)
        case 500...599:
            return SupplierError(
                .refused, "\(host) has a fault of its own (status \(status)): try again later.", retryAt: retryAt)
        case 301, 302, 303, 307, 308:
            return SupplierError(
                .malformed,
                "\(host) says that this has moved (status \(status)), and not to where: look for its new address there."
            )
        case 304: return SupplierError(.malformed, "\(host) says that nothing has changed, but was never read.")
        default: return SupplierError(.refused, "\(host) answered with status \(status).")
        }
    }
}

import EngineConcepts

/// What a status means that is no success: the one place where that is said.
enum HTTPStatus {
    /// The error that an answer of this status is.
    ///
    /// - Parameter isFollowed: Whether a source was asked that is followed, as opposed to one that somebody wants to add: the
    ///   words then say what becomes of it.
    static func error(_ response: TransportResponse, now: Timestamp, isFollowed: Bool = false) -> SupplierError {
        let host = WebAddress.endpoint(of: response.address) ?? "The source"
        let status = response.status
        let retryAt = response.header("retry-after").flatMap { retryTime($0, now: now) }
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
                        ? ", so it is not asked any more. Remove the source, or fill its gap to ask once again." : "."))
        case 429:
            return SupplierError(.rateLimited, "\(host) asks for patience (status 429).", retryAt: retryAt)
        case 503 where retryAt != nil:
            return SupplierError(.rateLimited, "\(host) is not available for a while (status 503).", retryAt: retryAt)
        case 500...599:
            return SupplierError(
                .refused, "\(host) has a fault of its own (status \(status)): try again later.", retryAt: retryAt)
        case 304: return SupplierError(.malformed, "\(host) says that nothing has changed, but was never read.")
        default: return SupplierError(.refused, "\(host) answered with status \(status).")
        }
    }

    /// `120` and `Fri, 31 Dec 1999 23:59:59 GMT`; never more than a day ahead, since some mean to keep readers out for
    /// years.
    static func retryTime(_ text: String, now: Timestamp) -> Timestamp? {
        let latest = now.advanced(by: .seconds(86_400))
        if let seconds = Int64(text) { return seconds > 0 ? min(now.advanced(by: .seconds(seconds)), latest) : nil }
        return FeedDate.parse(text).flatMap { $0 > now ? min($0, latest) : nil }
    }
}

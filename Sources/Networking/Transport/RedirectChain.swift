import EngineConcepts
import WebText

/// The addresses that a request is led to, with the cookies set on the way.
struct RedirectChain {
    /// The address of the current request.
    private(set) var address: String
    /// The endpoint of the current request.
    private(set) var endpoint: String
    private let start: String
    /// The endpoint of the first request, for messages.
    private let firstEndpoint: String
    private let maximumRedirects: Int
    private var isPermanent = true
    private var cookies = RedirectCookies()
    /// The requests so far, the current one included. The same address with another cookie is another request, not a loop.
    private var steps: Set<Step>

    private struct Step: Hashable {
        let address: String
        let cookies: String?
    }

    /// Creates a chain of at most `maximumRedirects` redirects that begins with `address` at `endpoint`.
    init(from address: String, at endpoint: String, maximumRedirects: Int) {
        self.address = address
        self.endpoint = endpoint
        firstEndpoint = endpoint
        self.maximumRedirects = maximumRedirects
        start = address
        steps = [Step(address: address, cookies: nil)]
    }

    /// All addresses so far, the current one included.
    var visitedAddresses: Set<String> { Set(steps.map(\.address)) }

    /// The `Cookie` value for the current request, or `nil` for none.
    var cookieField: String? { cookies.field(for: address) }

    /// The address to use for later requests, or `nil` unless all redirects were permanent.
    var permanentAddress: String? {
        isPermanent && address != start && WebAddress.user(of: start) == nil ? address : nil
    }

    /// Follows `head` if it is a redirect; otherwise returns false. Throws if the redirect leads out of the web, in a
    /// circle or too far.
    mutating func follow(_ head: ResponseHead, now: Timestamp) throws(SupplierError) -> Bool {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head["location"].first,
            let target = WebAddress.resolve(location, base: WebAddress.withoutUser(address))
        else { return false }
        guard WebAddress.isWeb(target) else {
            throw SupplierError(.refused, Message("redirectNowhere", ["host": .text(firstEndpoint)]))
        }
        isPermanent = isPermanent && (head.status == 301 || head.status == 308)
        cookies.store(head, from: address, now: now)
        address = WebAddress.withASCIIHost(target)
        endpoint = WebAddress.endpoint(of: address) ?? firstEndpoint
        guard steps.insert(Step(address: address, cookies: cookieField)).inserted else {
            throw SupplierError(.limitExceeded, Message("redirectLoop", ["host": .text(firstEndpoint)]))
        }
        guard steps.count <= maximumRedirects + 1 else {
            throw SupplierError(
                .limitExceeded,
                Message("tooManyRedirects", ["host": .text(firstEndpoint), "count": .number(maximumRedirects)]))
        }
        return true
    }
}

import AsyncHTTPClient
public import EngineConcepts
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import WebText

/// The network transport: HTTP/1.1 and HTTP/2 over AsyncHTTPClient, with pooled connections and verified TLS.
///
/// One instance serves the whole program. Call ``shutdown()`` before the last reference is released.
public final class HTTPTransport: Transport {
    private let routes: HTTPRoutes
    private let time: any TimeSource
    private let rateLimiter: HostRateLimiter
    private let limits: TransportLimits
    private let userAgent: String
    private let hostSlots: HostSemaphore
    /// Limits the requests to all hosts together. Entered after the host's own semaphore, so that the queue of a slow
    /// host does not block other hosts.
    private let totalSlots: HostSemaphore
    private let observer: (any TransportObserver)?
    private let connections: ConnectionObserver
    private let clock = ContinuousClock()

    /// Creates a transport that identifies itself as `userAgent`.
    ///
    /// - Parameters:
    ///   - time: The clock for Retry-After periods and for waiting.
    ///   - authorities: A PEM file of certificate authorities to trust in addition to the system's.
    ///   - observer: Notified when a request ends and when a connection is made.
    public init(
        userAgent: String, time: any TimeSource, limits: TransportLimits = TransportLimits(),
        proxies: ProxySettings = ProxySettings(), authorities: String? = nil,
        observer: (any TransportObserver)? = nil
    ) {
        self.time = time
        rateLimiter = HostRateLimiter(spacing: limits.spacing)
        self.limits = limits
        self.userAgent = userAgent
        self.observer = observer
        hostSlots = HostSemaphore(width: limits.requestsPerHost)
        totalSlots = HostSemaphore(width: limits.requests)
        var configuration = HTTPClient.Configuration(
            // Redirects are followed here, because the supplier must know if each is permanent, and credentials must
            // not reach other origins.
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(limits.connect), read: TimeAmount(limits.idle)),
            decompression: .enabled(limit: .size(limits.bodyBytes)))
        if let authorities {
            var security = TLSConfiguration.makeClientConfiguration()
            security.additionalTrustRoots = [.file(authorities)]
            configuration.tlsConfiguration = security
        }
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.requestsPerHost
        // A refused connection or an unknown host fails at once; the engine decides on retries.
        configuration.connectionPool.retryConnectionEstablishment = false
        let connections = ConnectionObserver(limits)
        self.connections = connections
        configuration.http1_1ConnectionDebugInitializer = { channel in
            observer?.connectionMade()
            connections.connected(channel)
            return connections.watch(channel)
        }
        configuration.http2ConnectionDebugInitializer = { channel in
            observer?.connectionMade()
            connections.connected(channel)
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        configuration.http2StreamChannelDebugInitializer = { connections.watch($0) }
        routes = HTTPRoutes(configuration, proxies: proxies, width: limits.requests)
    }

    /// Returns the value of the `User-Agent` header for this version.
    public static func userAgent(version: String) -> String {
        "Fiber/\(version) (+terminal feed reader)"
    }

    /// Closes all connections.
    public func shutdown() async throws(SupplierError) {
        do {
            try await routes.shutdown()
        } catch {
            throw SupplierError(.unreachable, Message("networkNotShutDown"), cause: "\(error)")
        }
    }

    /// Sends `request` and passes the response to `read`.
    public func send<Answer: Sendable>(
        _ request: TransportRequest,
        _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        var request = request
        request.address = WebAddress.withASCIIHost(request.address)
        guard WebAddress.isWeb(request.address), let host = WebAddress.endpoint(of: request.address) else {
            throw SupplierError(
                .unsupported, Message("notAWebAddress", ["address": .text(TextSanitizer.line(request.address))]))
        }
        let queueStart = clock.now
        guard await hostSlots.acquire(host) else { throw SupplierError.requestCancelled(host) }
        do {
            try await waitForStart(at: host, for: request.address)
        } catch {
            hostSlots.release(host)
            throw error
        }
        guard await totalSlots.acquire("") else {
            hostSlots.release(host)
            throw SupplierError.requestCancelled(host)
        }
        let meter = RequestMeter(host: host, waited: clock.now - queueStart, start: clock.now)
        do {
            let answer = try await exchange(request, meter, read)
            totalSlots.release("")
            hostSlots.release(host)
            observer?.requestEnded(meter.record(at: clock.now, failure: nil))
            return answer
        } catch {
            totalSlots.release("")
            hostSlots.release(host)
            observer?.requestEnded(meter.record(at: clock.now, failure: error.code))
            throw error
        }
    }

    /// Restores the Retry-After of `address` from an earlier process. If several addresses of a host have one, the
    /// whole host is blocked.
    public func restoreRetryAfter(of address: String, until: Timestamp) {
        rateLimiter.restore(WebAddress.withASCIIHost(address), until: until)
    }

    /// Waits until a request to `host` may start. Throws at once if `host` or `address` is blocked by Retry-After.
    private func waitForStart(at host: String, for address: String) async throws(SupplierError) {
        let now = time.now()
        if let until = rateLimiter.blockedUntil(address, at: host, now: now) {
            throw SupplierError(.rateLimited, Message("rateLimited", ["host": .text(host)]), retryAt: until)
        }
        let wait = rateLimiter.reserveStart(at: host, now: now)
        guard wait > .zero else { return }
        do {
            try await time.sleep(for: wait)
        } catch {
            throw SupplierError.requestCancelled(host)
        }
    }

    private func exchange<Answer: Sendable>(
        _ request: TransportRequest, _ meter: RequestMeter,
        _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        var address = request.address
        var visited: Set<String> = []
        var cookies = RedirectCookies()
        var steps: Set<[String?]> = []
        var isPermanent = true
        while true {
            visited.insert(address)
            // The same address with another cookie is another request, not a redirect loop.
            guard steps.insert([address, cookies.field(for: address)]).inserted else {
                throw SupplierError(.limitExceeded, Message("redirectLoop", ["host": .text(meter.host)]))
            }
            guard steps.count <= limits.redirects + 1 else {
                throw SupplierError(
                    .limitExceeded,
                    Message("tooManyRedirects", ["host": .text(meter.host), "count": .number(limits.redirects)]))
            }
            let response = try await head(of: address, request, meter, cookies.field(for: address))
            let status = Int(response.status.code)
            guard request.method == .get, [301, 302, 303, 307, 308].contains(status),
                let location = response.headers.first(name: "location"),
                let target = WebAddress.resolve(location, base: WebAddress.withoutUser(address))
            else {
                let answer = TransportResponse(
                    status: status, address: WebAddress.withoutUser(address),
                    permanentAddress: isPermanent && address != request.address
                        && WebAddress.user(of: request.address) == nil ? address : nil,
                    headers: response.headers.byName, body: body(of: response, request, meter))
                if (200...299).contains(status), let encoding = response.headers.unknownEncoding {
                    throw SupplierError(
                        .malformed,
                        Message("compressionUnknown", ["host": .text(meter.host), "encoding": .text(encoding)]))
                }
                rateLimiter.record(answer, to: visited, now: time.now())
                return try await read(answer)
            }
            guard WebAddress.isWeb(target) else {
                throw SupplierError(.refused, Message("redirectNowhere", ["host": .text(meter.host)]))
            }
            isPermanent = isPermanent && (status == 301 || status == 308)
            meter.countRedirect()
            cookies.store(response.headers, from: address)
            address = WebAddress.withASCIIHost(target)
        }
    }

    private func head(
        of address: String, _ request: TransportRequest, _ meter: RequestMeter, _ cookies: String?
    ) async throws(SupplierError) -> HTTPClientResponse {
        guard WebAddress.hasUsablePort(address) else {
            throw SupplierError(
                .unsupported, Message("addressInvalid", ["host": .text(WebAddress.endpoint(of: address) ?? meter.host)])
            )
        }
        let route = try routes.route(to: WebAddress.withoutUser(address))
        var http = HTTPClientRequest(url: route.address)
        http.method = HTTPMethod(rawValue: request.method.rawValue)
        if let body = request.body {
            http.headers.add(name: "content-type", value: body.type)
            http.body = .bytes(ByteBuffer(bytes: body.bytes))
        }
        http.headers.add(name: "user-agent", value: userAgent)
        http.headers.add(name: "accept-encoding", value: "gzip, deflate")
        let isHome = WebAddress.origin(of: address) == WebAddress.origin(of: request.address)
        for field in request.headers where isHome || !HTTPHeaders.isOriginOnly(field.name) {
            http.headers.replaceOrAdd(name: field.name, value: field.value)
        }
        if isHome {
            for field in request.credentials { http.headers.replaceOrAdd(name: field.name, value: field.value) }
        }
        if isHome, let user = WebAddress.user(of: request.address), !http.headers.contains(name: "authorization") {
            http.setBasicAuth(username: user.name, password: user.password)
        }
        if let cookies {
            // All cookies go into one field (RFC 6265 §5.4).
            let own = http.headers["cookie"].first
            http.headers.replaceOrAdd(name: "cookie", value: [own, cookies].compactMap(\.self).joined(separator: "; "))
        }
        let host = WebAddress.endpoint(of: address) ?? meter.host
        if route.requestTarget != nil {
            http.headers.replaceOrAdd(name: "host", value: host)
            if let authorization = route.proxy?.authorization {
                http.headers.replaceOrAdd(name: "proxy-authorization", value: authorization.headerValue)
            }
        }
        let number = connections.register(meter, requestTarget: route.requestTarget)
        defer { connections.unregister(number) }
        http.headers.add(name: ConnectionObserver.field, value: "\(number)")
        meter.beginConnecting(at: clock.now)
        do {
            // The deadline applies until the response head arrives; the body has its own limits.
            let response = try await route.client.execute(
                http, deadline: .now() + TimeAmount(min(limits.connect + limits.firstByte, limits.total)))
            meter.noteHead(
                at: clock.now, status: Int(response.status.code),
                version: "HTTP/\(response.version.major).\(response.version.minor)")
            if route.requestTarget != nil, response.status == .proxyAuthenticationRequired {
                throw HTTPClientError.proxyAuthenticationRequired
            }
            return response
        } catch {
            let finding =
                TransportFailure.isDistrust(error) && route.proxy == nil ? await inspectCertificate(at: address) : nil
            throw TransportFailure.supplierError(
                error, on: ConnectionEndpoints(to: host, route), limits: limits, finding: finding)
        }
    }

    /// Returns what is wrong with the certificate of the host at `address`, or `nil` if that cannot be found out.
    /// Connects directly.
    private func inspectCertificate(at address: String) async -> CertificateInspection.Finding? {
        guard let host = WebAddress.host(of: address) else { return nil }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        return await CertificateInspection.inspect(
            host: bare, port: WebAddress.port(of: address) ?? 443, timeout: limits.connect)
    }

    private func body(of response: HTTPClientResponse, _ request: TransportRequest, _ meter: RequestMeter)
        -> TransportBody
    {
        let chunks = BodyChunks(response.body.makeAsyncIterator())
        let limits = limits
        let maximum = min(request.maximumBytes ?? limits.bodyBytes, limits.bodyBytes)
        let clock = clock
        return TransportBody(hasChecksumError: { meter.hasChecksumError }) {
            () async throws(SupplierError) -> [UInt8]? in
            let chunk: [UInt8]?
            do {
                chunk = try await chunks.next()
            } catch {
                throw TransportFailure.supplierError(error, on: ConnectionEndpoints(to: meter.host), limits: limits)
            }
            guard let chunk else { return nil }
            try meter.count(chunk.count, at: clock.now, limits, maximum)
            return chunk
        }
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

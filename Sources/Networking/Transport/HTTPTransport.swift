import CCurl
public import EngineConcepts
import WebText

/// The network transport: HTTP/1.1 and HTTP/2 over libcurl, with pooled connections and verified TLS.
///
/// One instance serves the whole program. Call ``shutdown()`` before the last reference is released.
public final class HTTPTransport: Transport {
    private let proxies: ProxySettings
    private let loop: CurlLoop
    /// The certificate authorities that the user trusts in addition to the system's, or `nil` if there are none.
    private let authorities: CertificateAuthorities?
    private let time: any TimeSource
    private let rateLimiter: HostRateLimiter
    private let limits: TransportLimits
    private let userAgent: String
    private let hostSlots: HostSemaphore
    /// Limits the requests to all hosts together. Entered after the host's own semaphore, so that the queue of a slow
    /// host does not block other hosts.
    private let totalSlots: HostSemaphore
    private let observer: (any TransportObserver)?
    private let uploads: UploadMeter?
    private let clock = ContinuousClock()

    /// Creates a transport that identifies itself as `userAgent`.
    ///
    /// - Parameters:
    ///   - time: The clock for Retry-After periods and for waiting.
    ///   - authorities: A PEM file of certificate authorities to trust in addition to the system's.
    ///   - observer: Notified when a request ends and when a connection is made.
    ///   - uploads: Measures how much of the large bodies has been sent.
    public init(
        userAgent: String, time: any TimeSource, limits: TransportLimits = TransportLimits(),
        proxies: ProxySettings = ProxySettings(), authorities: String? = nil,
        observer: (any TransportObserver)? = nil, uploads: UploadMeter? = nil
    ) {
        self.time = time
        rateLimiter = HostRateLimiter(spacing: limits.spacing)
        self.limits = limits
        self.userAgent = userAgent
        self.observer = observer
        self.uploads = uploads
        hostSlots = HostSemaphore(width: limits.requestsPerHost)
        totalSlots = HostSemaphore(width: limits.requests)
        self.proxies = proxies
        // Twice the transfers: some hosts are requested again soon.
        loop = CurlLoop(connections: 2 * limits.requests)
        self.authorities = authorities.map(CertificateAuthorities.init)
    }

    deinit {
        loop.close()
    }

    /// Returns the value of the `User-Agent` header for this version.
    public static func userAgent(version: String) -> String {
        "Fiber/\(version) (+terminal feed reader)"
    }

    /// Ends all requests and closes all connections.
    public func shutdown() async {
        await loop.shutdown()
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
        // A stream would hold its slot for hours, and the host's other requests would wait.
        let needsSlot = !request.isEndless
        guard needsSlot ? await hostSlots.acquire(host) : true else { throw SupplierError.requestCancelled(host) }
        do {
            try await waitForStart(at: host, for: request.address)
        } catch {
            if needsSlot { hostSlots.release(host) }
            throw error
        }
        guard needsSlot ? await totalSlots.acquire("") : true else {
            hostSlots.release(host)
            throw SupplierError.requestCancelled(host)
        }
        let meter = TransferMeter(host: host, waited: clock.now - queueStart, start: clock.now)
        do {
            let answer = try await exchange(request, meter, read)
            if needsSlot { releaseSlots(of: host) }
            observer?.requestEnded(meter.record(at: clock.now, failure: nil))
            return answer
        } catch {
            if needsSlot { releaseSlots(of: host) }
            observer?.requestEnded(meter.record(at: clock.now, failure: error.code))
            throw error
        }
    }

    /// Restores the Retry-After of `address` from an earlier process. If several addresses of a host have one, the
    /// whole host is blocked.
    public func restoreRetryAfter(of address: String, until: Timestamp) {
        rateLimiter.restore(WebAddress.withASCIIHost(address), until: until)
    }

    private func releaseSlots(of host: String) {
        totalSlots.release("")
        hostSlots.release(host)
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
        _ request: TransportRequest, _ meter: TransferMeter,
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
            let (head, transfer) = try await head(of: address, request, meter, cookies.field(for: address))
            defer { transfer.abandon() }
            guard request.method == .get, [301, 302, 303, 307, 308].contains(head.status),
                let location = head["location"].first,
                let target = WebAddress.resolve(location, base: WebAddress.withoutUser(address))
            else {
                let answer = try answer(of: head, transfer, request, meter, at: address, isPermanent: isPermanent)
                rateLimiter.record(answer, to: visited, now: time.now())
                return try await read(answer)
            }
            guard WebAddress.isWeb(target) else {
                throw SupplierError(.refused, Message("redirectNowhere", ["host": .text(meter.host)]))
            }
            isPermanent = isPermanent && (head.status == 301 || head.status == 308)
            meter.countRedirect()
            cookies.store(head, from: address)
            address = WebAddress.withASCIIHost(target)
        }
    }

    /// Returns the response for its reader. Throws if the body is compressed in an unknown way.
    private func answer(
        of head: ResponseHead, _ transfer: CurlTransfer, _ request: TransportRequest, _ meter: TransferMeter,
        at address: String, isPermanent: Bool
    ) throws(SupplierError) -> TransportResponse {
        var headers = head.byName
        let codings = head.codings
        let coding = BodyDecoder.Coding(codings)
        if coding == nil, !codings.isEmpty, (200...299).contains(head.status) {
            throw SupplierError(
                .malformed,
                Message(
                    "compressionUnknown",
                    [
                        "host": .text(meter.host),
                        "encoding": .text(TextSanitizer.line(codings.joined(separator: ", "))),
                    ]))
        }
        if coding != nil { headers["content-encoding"] = nil }
        let body = BodyReader(
            transfer, coding, meter, limits, maximum: min(request.maximumBytes ?? limits.bodyBytes, limits.bodyBytes),
            isEndless: request.isEndless)
        var response = TransportResponse(
            status: head.status, address: WebAddress.withoutUser(address),
            permanentAddress: isPermanent && address != request.address && WebAddress.user(of: request.address) == nil
                ? address : nil,
            headers: headers,
            body: TransportBody(hasChecksumError: { meter.hasChecksumError }) {
                () async throws(SupplierError) -> [UInt8]? in
                try await body.next()
            })
        if head.status == 101 { response.reply = { transfer.write($0) } }
        return response
    }

    /// Sends `request` to `address`, one of its redirects, and waits for the head of the response.
    private func head(
        of address: String, _ request: TransportRequest, _ meter: TransferMeter, _ cookies: String?
    ) async throws(SupplierError) -> (ResponseHead, CurlTransfer) {
        let host = WebAddress.endpoint(of: address) ?? meter.host
        guard WebAddress.hasUsablePort(address) else {
            throw SupplierError(.unsupported, Message("addressInvalid", ["host": .text(host)]))
        }
        let proxy = proxies.proxy(for: WebAddress.withoutUser(address))
        if case .unknown(let kind)? = proxy?.kind {
            throw SupplierError(.unsupported, Message("proxyUnknown", ["kind": .text(TextSanitizer.line(kind))]))
        }
        let isForwarded = WebAddress.scheme(of: address) != "https" && proxy?.kind == .http
        let endpoints = ConnectionEndpoints(to: host, through: proxy, isForwarded: isForwarded)
        var http = try curlRequest(for: request, to: address, through: proxy, endpoints, cookies)
        let observer = observer
        http.connected = { report in
            let phases = ConnectionPhases(report)
            meter.endConnecting(at: .now, phases)
            if phases != nil { observer?.connectionMade() }
        }
        meter.beginConnecting(at: clock.now)
        let upload = (http.body?.count ?? 0) >= UploadMeter.leastSize ? uploads?.begin(http.body?.count ?? 0) : nil
        if let upload { http.uploaded = { [uploads] sent in uploads?.record(sent, of: upload) } }
        defer { if let upload { uploads?.end(upload) } }
        let (transfer, lines): (CurlTransfer, [UInt8])
        do throws(CurlFailure) {
            (transfer, lines) = try await firstLines(of: http, isRepeatable: request.method.isIdempotent)
        } catch {
            let finding =
                TransportFailure.isDistrust(error) ? await CertificateInspection.inspect(http, on: loop) : nil
            throw TransportFailure.supplierError(error, on: endpoints, limits: limits, finding: finding)
        }
        let head: ResponseHead
        do throws(ResponseHead.Fault) {
            head = try ResponseHead(lines)
        } catch {
            transfer.abandon()
            throw TransportFailure.supplierError(error, on: endpoints)
        }
        meter.recordHead(at: clock.now, status: head.status, version: head.version)
        guard head.status != 407 || !endpoints.isForwarded else {
            transfer.abandon()
            throw TransportFailure.proxyLoginRequired(endpoints)
        }
        return (head, transfer)
    }

    /// Returns the request to send to `address`, one of the redirects of `request`.
    private func curlRequest(
        for request: TransportRequest, to address: String, through proxy: ProxySettings.Proxy?,
        _ endpoints: ConnectionEndpoints, _ cookies: String?
    ) throws(SupplierError) -> CurlRequest {
        var http = CurlRequest(
            address: WebAddress.absoluteForm(of: WebAddress.withoutUser(address)), connect: limits.connect,
            firstByte: min(limits.firstByte, max(.zero, limits.total - limits.connect)),
            idle: request.isEndless ? limits.endlessIdle : limits.idle)
        http.proxy = proxy
        if WebAddress.scheme(of: address) == "https", let authorities {
            guard authorities.areUsable else { throw TransportFailure.authoritiesUnreadable(endpoints.responder) }
            http.authorities = authorities
        }
        http.fields = try fields(of: request, at: address, cookies).map { $0.line }
        if request.method != .get {
            http.method = request.method.rawValue
            http.body = request.body?.bytes ?? (request.method == .delete ? nil : [])
            http.needsNewConnection = !request.method.isIdempotent
        }
        http.changesProtocol = request.upgrade != nil
        return http
    }

    /// Sends a request and returns the lines of the response's head. A kept connection may have been closed by its server
    /// meanwhile. libcurl then tries a few others of the kept ones, which may be closed too; at last, a new one is opened.
    private func firstLines(
        of http: CurlRequest, isRepeatable: Bool
    ) async throws(CurlFailure) -> (CurlTransfer, [UInt8]) {
        let transfer = CurlTransfer(http, on: loop)
        do throws(CurlFailure) {
            return (transfer, try await transfer.head())
        } catch {
            guard isRepeatable, error.isOfKeptConnection else { throw error }
        }
        var anew = http
        anew.needsNewConnection = true
        let other = CurlTransfer(anew, on: loop)
        return (other, try await other.head())
    }

    /// Returns the header fields of a request to `address`, one of the redirects of `request`. Those with secrets go to
    /// its own origin only.
    private func fields(
        of request: TransportRequest, at address: String, _ cookies: String?
    ) throws(SupplierError) -> [TransportRequest.Header] {
        var fields = HeaderFields()
        fields["user-agent"] = userAgent
        fields["accept-encoding"] = BodyDecoder.Coding.accepted
        if request.method != .get {
            fields["content-type"] = request.body?.type ?? ""
            // Servers seldom answer it, and the request would wait.
            fields["expect"] = ""
        }
        if let upgrade = request.upgrade {
            fields["connection"] = "Upgrade"
            fields["upgrade"] = upgrade
            fields["accept-encoding"] = ""
        }
        let isHome = WebAddress.origin(of: address) == WebAddress.origin(of: request.address)
        for field in request.headers where isHome || !HeaderFields.isOriginOnly(field.name) {
            fields[field.name] = field.value
        }
        if isHome {
            for field in request.credentials { fields[field.name] = field.value }
            if fields["authorization"] == nil, let user = WebAddress.user(of: request.address) {
                fields["authorization"] = BasicAuthorization.headerValue(user: user.name, password: user.password)
            }
        }
        if let cookies {
            // All cookies go into one field (RFC 6265 §5.4).
            fields["cookie"] = [fields["cookie"], cookies].compactMap(\.self).joined(separator: "; ")
        }
        guard fields.areValid else {
            throw SupplierError(
                .unsupported, Message("requestFailed", ["host": .text(WebAddress.endpoint(of: address) ?? "")]),
                cause: "invalid header field")
        }
        return fields.all
    }
}

extension TransportMethod {
    /// True if sending the request twice is the same as sending it once (RFC 9110 §9.2.2).
    fileprivate var isIdempotent: Bool {
        switch self {
        case .get, .put, .delete: true
        case .post: false
        }
    }
}

extension ConnectionPhases {
    /// Takes the times of a new connection from libcurl's report. Returns `nil` for an existing connection.
    init?(_ report: fiber_report) {
        guard report.connections > 0 else { return nil }
        lookup = .microseconds(report.name_time)
        connect = .microseconds(max(0, report.connect_time - report.name_time))
        tls = report.tls_time > 0 ? .microseconds(max(0, report.tls_time - report.connect_time)) : nil
    }
}

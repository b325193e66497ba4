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
    private let authorities: AuthoritiesFile?
    private let time: any TimeSource
    private let rateLimiter: HostRateLimiter
    private let limits: TransportLimits
    private let userAgent: String
    private let admission: RequestAdmission
    private let observer: (any TransportObserver)?
    private let uploads: UploadMeter?
    private let clock = ContinuousClock()

    /// Creates a transport that identifies itself as `userAgent`.
    ///
    /// - Parameters:
    ///   - time: The time source for Retry-After periods and for waiting.
    ///   - authorities: A PEM file of certificate authorities to trust in addition to the system's. An empty path is none, as
    ///     with an environment variable that is set but empty.
    ///   - observer: Notified when a request ends and when a connection is made.
    ///   - uploads: Measures how much of the large bodies has been sent.
    public init(
        userAgent: String, time: any TimeSource, limits: TransportLimits = .standard,
        proxies: ProxySettings = ProxySettings(), authorities: String? = nil,
        observer: (any TransportObserver)? = nil, uploads: UploadMeter? = nil
    ) {
        self.time = time
        rateLimiter = HostRateLimiter(spacing: limits.spacing)
        self.limits = limits
        self.userAgent = userAgent
        self.observer = observer
        self.uploads = uploads
        admission = RequestAdmission(limits: limits, rateLimiter: rateLimiter, time: time)
        self.proxies = proxies
        // Twice the transfers: some hosts are requested again soon.
        loop = CurlLoop(connections: 2 * limits.requests)
        self.authorities = authorities?.nonEmpty.map(AuthoritiesFile.init)
    }

    deinit {
        loop.close()
    }

    /// Returns the value of the `User-Agent` header for this version.
    public static func userAgent(version: String) -> String {
        "Fiber/\(version) (+terminal feed reader)"
    }

    /// Loads libcurl while other work prepares the first request, which otherwise waits for that some ten milliseconds.
    public func prepare() {
        loop.start()
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
        guard WebAddress.isWeb(request.address), let endpoint = WebAddress.endpoint(of: request.address) else {
            throw SupplierError(
                .unsupported, Message("notAWebAddress", ["address": .text(TextSanitizer.line(request.address))]))
        }
        let meter = TransferMeter(endpoint: endpoint, start: clock.now)
        do {
            let answer = try await exchange(request, meter: meter, read)
            end(meter, failure: nil)
            return answer
        } catch {
            end(meter, failure: error.code)
            throw error
        }
    }

    /// Restores the Retry-After of `address` from an earlier process. If several addresses of a host have one, the
    /// whole host is blocked.
    public func restoreRetryAfter(of address: String, until: Timestamp) {
        rateLimiter.restore(address, until: until)
    }

    private func end(_ meter: TransferMeter, failure: SupplierError.Code?) {
        guard let record = meter.record(at: clock.now, failure: failure) else { return }
        observer?.requestEnded(record)
    }

    /// Sends `request` and follows its redirects. Each of them waits for its turn.
    private func exchange<Answer: Sendable>(
        _ request: TransportRequest, meter: TransferMeter,
        _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        var chain = RedirectChain(from: request.address, at: meter.endpoint, maximumRedirects: limits.redirects)
        while true {
            let queueStart = clock.now
            let waiting = WaitingRequest(address: chain.address, endpoint: chain.endpoint, isEndless: request.isEndless)
            let answer = try await admission.withSlot(for: waiting) { () async throws(SupplierError) -> Answer? in
                meter.countWait(clock.now - queueStart)
                let (head, transfer) = try await head(of: request, at: chain, meter)
                defer { transfer.abandon() }
                if request.method == .get, try chain.follow(head, now: time.now()) {
                    meter.countRedirect()
                    return nil
                }
                let response = try response(of: head, transfer: transfer, request: request, meter: meter, at: chain)
                rateLimiter.record(response, to: chain.visitedAddresses, now: time.now())
                return try await read(response)
            }
            if let answer { return answer }
            // Each redirect has timeouts of its own, which could add up to minutes.
            try meter.checkTime(at: clock.now, limits: limits)
        }
    }

    /// Returns the response for its reader. Throws if the body is compressed in an unknown way.
    private func response(
        of head: ResponseHead, transfer: CurlTransfer, request: TransportRequest, meter: TransferMeter,
        at chain: RedirectChain
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
                        "host": .text(meter.endpoint),
                        "encoding": .text(TextSanitizer.line(codings.joined(separator: ", "))),
                    ]))
        }
        if coding != nil { headers["content-encoding"] = nil }
        let body = BodyReader(
            transfer, coding: coding, meter: meter, limits: limits,
            maximumBytes: min(request.maximumBytes ?? .max, limits.decompression.bytes),
            isEndless: request.isEndless)
        var response = TransportResponse(
            status: head.status, address: WebAddress.withoutUser(chain.address),
            permanentAddress: chain.permanentAddress, headers: headers,
            body: TransportBody(hasChecksumError: { meter.hasChecksumError }) {
                () async throws(SupplierError) -> [UInt8]? in
                try await body.next()
            })
        if head.status == 101 { response.reply = { transfer.write($0) } }
        return response
    }

    /// Sends `request` to the current address of `chain`, and waits for the head of the response.
    private func head(
        of request: TransportRequest, at chain: RedirectChain, _ meter: TransferMeter
    ) async throws(SupplierError) -> (ResponseHead, CurlTransfer) {
        let route = try route(to: chain)
        var http = try curlRequest(for: request, at: chain, on: route)
        let observer = observer
        http.onConnect = { report in
            let phases = ConnectionPhases(report)
            meter.endConnecting(at: .now, phases)
            if phases != nil { observer?.connectionMade() }
        }
        meter.beginConnecting(at: clock.now)
        let (transfer, lines): (CurlTransfer, [UInt8])
        do throws(CurlFailure) {
            (transfer, lines) = try await firstLines(of: http, isRepeatable: request.method.isIdempotent)
        } catch {
            let finding =
                TransportErrorMapping.needsInspection(error, on: route)
                ? await CertificateInspection.inspect(http, on: loop) : nil
            throw TransportErrorMapping.supplierError(error, on: route, limits: limits, finding: finding)
        }
        let head: ResponseHead
        do throws(ResponseHead.Failure) {
            head = try ResponseHead(lines)
        } catch {
            transfer.abandon()
            throw TransportErrorMapping.supplierError(error, on: route)
        }
        meter.recordHead(at: clock.now, status: head.status, version: head.version)
        guard head.status != 407 || !route.isForwarded else {
            transfer.abandon()
            throw TransportErrorMapping.proxyLoginRequired(route)
        }
        return (head, transfer)
    }

    /// Returns the route to the current address of `chain`. Throws if the address or its proxy cannot be used.
    private func route(to chain: RedirectChain) throws(SupplierError) -> ConnectionRoute {
        let endpoint = chain.endpoint
        guard WebAddress.hasUsablePort(chain.address) else {
            throw SupplierError(.unsupported, Message("addressInvalid", ["host": .text(endpoint)]))
        }
        let proxy = proxies.proxy(for: WebAddress.withoutUser(chain.address))
        if case .unknown(let kind)? = proxy?.kind {
            throw SupplierError(.unsupported, Message("proxyUnknown", ["kind": .text(TextSanitizer.line(kind))]))
        }
        let isForwarded = WebAddress.scheme(of: chain.address) != "https" && proxy?.kind.forwardsRequests == true
        return ConnectionRoute(endpoint: endpoint, proxy: proxy, isForwarded: isForwarded)
    }

    /// Returns the request to send to the current address of `chain`.
    private func curlRequest(
        for request: TransportRequest, at chain: RedirectChain, on route: ConnectionRoute
    ) throws(SupplierError) -> CurlRequest {
        let address = chain.address
        var http = CurlRequest(
            address: WebAddress.absoluteForm(of: WebAddress.withoutUser(address)), connect: limits.connect,
            firstByte: limits.head, idle: request.isEndless ? limits.endlessIdle : limits.idle)
        http.proxy = route.proxy
        if WebAddress.scheme(of: address) == "https" || route.proxy?.kind == .https, let authorities {
            do throws(CertificateAuthorities.Failure) {
                http.authorities = try authorities.authorities()
            } catch {
                throw TransportErrorMapping.supplierError(error, on: route)
            }
        }
        let fields = HeaderFields(of: request, at: address, userAgent: userAgent, cookies: chain.cookieField)
        guard fields.areValid else {
            throw SupplierError(
                .unsupported, Message("requestFailed", ["host": .text(route.endpoint)]), cause: "invalid header field")
        }
        http.fields = fields.all.map(\.line)
        if request.method != .get {
            http.method = request.method.rawValue
            http.body = request.body?.bytes ?? (request.method == .delete ? nil : [])
            http.needsNewConnection = !request.method.isIdempotent
        }
        http.changesProtocol = request.upgrade != nil
        return http
    }

    /// Sends a request, measures the upload of a large body, and returns the lines of the response's head. A kept connection
    /// may have been closed by its server meanwhile. libcurl then tries a few others of the kept ones, which may be closed too;
    /// at last, a new one is opened.
    private func firstLines(
        of request: CurlRequest, isRepeatable: Bool
    ) async throws(CurlFailure) -> (CurlTransfer, [UInt8]) {
        var http = request
        let size = http.body?.count ?? 0
        let upload = size >= UploadMeter.minimumBytes ? uploads?.begin(size) : nil
        if let upload { http.uploaded = { [uploads] sent in uploads?.record(sent, of: upload) } }
        defer { if let upload { uploads?.end(upload) } }
        let transfer = CurlTransfer(http, on: loop)
        do throws(CurlFailure) {
            return (transfer, try await transfer.head())
        } catch {
            guard isRepeatable, error.isOfKeptConnection else { throw error }
        }
        http.needsNewConnection = true
        let other = CurlTransfer(http, on: loop)
        return (other, try await other.head())
    }
}

extension TransportMethod {
    /// True if sending the request twice is the same as sending it once (RFC 9110 §9.2.2).
    fileprivate var isIdempotent: Bool { self != .post }
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

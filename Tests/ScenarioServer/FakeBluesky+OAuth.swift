import CSignatureCheck
import Foundation
import WebText

// The authorization server: pushed authorization requests, PKCE, and tokens bound to a key (RFC 9126, 7636, 9449).
extension FakeBluesky {
    /// The state of the sign-in in the browser.
    public struct OAuth: Sendable {
        /// False for a server that takes app passwords only.
        public var isOffered = true
        /// Members of the server's description that replace or add to those of a good one, in JSON.
        public var description: [String: String] = [:]
        /// The servers that the documents of identifiers name instead of this one.
        public var otherServers: [String: String] = [:]
        /// The person who agrees.
        public var subject = "did:plc:ann"
        /// The issuer in the answer, or `nil` for the true one.
        public var issuer: String?
        /// The permission that is given, or `nil` for the one that is asked for.
        public var scope: String?
        /// True if the person declines.
        public var isDeclined = false
        /// True if codes have expired when they arrive.
        public var expiresCodes = false
        /// The error of every request for tokens, or `nil`.
        public var refusal: String?
        /// The nonce that proofs must have.
        public var nonce = "nonce-1"
        /// The number of proofs that were refused for their nonce.
        public var outdated = 0
        /// The identifiers of accepted proofs.
        public var seen: Set<String> = []
        /// The pushed authorization requests by the address that names them.
        public var pushedRequests: [String: PushedRequest] = [:]
        /// The requests that were agreed to, by code.
        public var codes: [String: PushedRequest] = [:]
        /// The keys of valid tokens, as thumbprints.
        public var access: [String: String] = [:]
        public var refresh: [String: (key: String, client: String)] = [:]
        /// How many sessions were begun, and how many renewed.
        public var sessions = 0
        public var renewals = 0
        /// How often a refresh token was used that had been used before.
        public var reuses = 0
        var used: Set<String> = []

        /// The request of a sign-in.
        public struct PushedRequest: Sendable {
            public var form: [String: String]
            /// The thumbprint of the key.
            var key: String
        }
    }

    /// Answers a request to the authorization server.
    static func authorisation(_ request: ServedRequest, _ state: inout State, site: String) -> Scenario {
        let path = String(request.path.prefix { $0 != "?" })
        guard state.oauth.isOffered else { return Scenario(status: 404) }
        switch (request.method, path) {
        case ("GET", "/.well-known/oauth-protected-resource"):
            return json(["resource": site, "authorization_servers": [site]])
        case ("GET", "/.well-known/oauth-authorization-server"):
            return json(description(state, site: site))
        case ("GET", "/oauth/authorize"): return agreement(request, &state, site: site)
        case ("POST", "/oauth/par"), ("POST", "/oauth/token"), ("POST", "/oauth/revoke"): break
        default: return Scenario(status: 404)
        }
        let form = values(String(decoding: request.body, as: UTF8.self))
        let key: String
        switch proof(of: request, token: nil, &state, site: site) {
        case .failure(let refusal):
            return challenged(json(["error": refusal.name], status: 400), state)
        case .success(let thumbprint): key = thumbprint
        }
        switch path {
        case "/oauth/par": return challenged(push(form, key, &state), state)
        case "/oauth/token": return challenged(tokens(form, key, &state), state)
        default:
            if let grant = state.oauth.refresh.removeValue(forKey: form["token"] ?? "") {
                state.oauth.access = state.oauth.access.filter { $0.value != grant.key }
            }
            return Scenario(status: 200)
        }
    }

    private static func description(_ state: State, site: String) -> [String: Any] {
        var members: [String: Any] = [
            "issuer": site, "authorization_endpoint": "\(site)/oauth/authorize",
            "token_endpoint": "\(site)/oauth/token", "revocation_endpoint": "\(site)/oauth/revoke",
            "pushed_authorization_request_endpoint": "\(site)/oauth/par", "require_pushed_authorization_requests": true,
            "response_types_supported": ["code"], "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none", "private_key_jwt"],
            "token_endpoint_auth_signing_alg_values_supported": ["ES256"],
            "scopes_supported": ["atproto", "transition:generic"], "dpop_signing_alg_values_supported": ["ES256"],
            "authorization_response_iss_parameter_supported": true, "client_id_metadata_document_supported": true,
        ]
        for (name, value) in state.oauth.description { members[name] = parsed(value) }
        return members
    }

    // MARK: The sign-in

    private static func push(_ form: [String: String], _ key: String, _ state: inout State) -> Scenario {
        let client = URLComponents(string: form["client_id"] ?? "")
        let redirects = client?.queryItems?.filter { $0.name == "redirect_uri" }.compactMap(\.value) ?? []
        let scopes = client?.queryItems?.first { $0.name == "scope" }?.value
        guard client?.scheme == "http", client?.host == "localhost", client?.port == nil, client?.path == "",
            let redirect = form["redirect_uri"], redirect.hasPrefix("http://127.0.0.1:"), redirects == [redirect],
            form["scope"] == scopes, form["scope"] == "atproto transition:generic"
        else { return json(["error": "invalid_client_metadata", "error_description": "No such client"], status: 400) }
        guard form["response_type"] == "code", form["code_challenge_method"] == "S256",
            form["code_challenge"]?.count == 43, form["state"]?.isEmpty == false
        else { return json(["error": "invalid_request"], status: 400) }
        let uri = "urn:ietf:params:oauth:request_uri:\(state.oauth.pushedRequests.count + 1)"
        state.oauth.pushedRequests[uri] = OAuth.PushedRequest(form: form, key: key)
        return json(["request_uri": uri, "expires_in": 299], status: 201)
    }

    /// Stands for the person who agrees or declines in a browser.
    private static func agreement(_ request: ServedRequest, _ state: inout State, site: String) -> Scenario {
        let query = values(String(request.path.drop { $0 != "?" }.dropFirst()))
        guard let request = state.oauth.pushedRequests.removeValue(forKey: query["request_uri"] ?? ""),
            query["client_id"] == request.form["client_id"], query.count == 2
        else { return json(["error": "invalid_request"], status: 400) }
        var answer: [(name: String, value: String)] = [
            ("iss", state.oauth.issuer ?? site), ("state", request.form["state"] ?? ""),
        ]
        if state.oauth.isDeclined {
            answer += [("error", "access_denied"), ("error_description", "The user rejected the request")]
        } else {
            let code = "code-\(state.oauth.codes.count + 1)"
            state.oauth.codes[code] = request
            answer.append(("code", code))
        }
        return .redirect(to: WebAddress.adding(answer, to: request.form["redirect_uri"] ?? ""), status: 302)
    }

    private static func tokens(_ form: [String: String], _ key: String, _ state: inout State) -> Scenario {
        if let refusal = state.oauth.refusal { return json(["error": refusal], status: 400) }
        func refused(_ why: String) -> Scenario {
            json(["error": "invalid_grant", "error_description": why], status: 400)
        }
        switch form["grant_type"] {
        case "authorization_code":
            guard let request = state.oauth.codes.removeValue(forKey: form["code"] ?? ""), !state.oauth.expiresCodes
            else { return refused("The code has expired") }
            guard request.key == key, request.form["client_id"] == form["client_id"],
                request.form["redirect_uri"] == form["redirect_uri"],
                Base64.encodedForURL(CryptographicHash.sha256(of: Array((form["code_verifier"] ?? "").utf8)))
                    == request.form["code_challenge"]
            else { return refused("The code belongs to another sign-in") }
            state.oauth.sessions += 1
            return grant("oauth-\(state.oauth.sessions)", form, key, &state)
        case "refresh_token":
            let token = form["refresh_token"] ?? ""
            guard let former = state.oauth.refresh.removeValue(forKey: token), former.key == key,
                former.client == form["client_id"]
            else {
                // As real servers do, ends the session of a token that was used twice.
                if state.oauth.used.contains(token) {
                    state.oauth.reuses += 1
                    state.oauth.refresh = state.oauth.refresh.filter { $0.value.key != key }
                }
                return refused("The refresh token is not valid")
            }
            state.oauth.used.insert(token)
            state.oauth.renewals += 1
            state.oauth.access = state.oauth.access.filter { $0.value != key }
            return grant("oauth-renewed-\(state.oauth.renewals)", form, key, &state)
        default: return json(["error": "unsupported_grant_type"], status: 400)
        }
    }

    private static func grant(
        _ name: String, _ form: [String: String], _ key: String, _ state: inout State
    ) -> Scenario {
        state.oauth.access["access-\(name)"] = key
        state.oauth.refresh["refresh-\(name)"] = (key, form["client_id"] ?? "")
        return json([
            "access_token": "access-\(name)", "token_type": "DPoP", "refresh_token": "refresh-\(name)",
            "expires_in": 900, "sub": state.oauth.subject, "scope": state.oauth.scope ?? "atproto transition:generic",
        ])
    }

    // MARK: Proofs

    /// The name of an error of a proof.
    struct ProofFault: Error {
        let name: String
    }

    /// Returns the refusal of a request with a token and a proof, or `nil` if both are good.
    static func refusal(
        of request: ServedRequest, token: String?, _ state: inout State, site: String
    ) -> Scenario? {
        func refused(_ name: String) -> Scenario {
            var answer = json(["error": name, "message": name], status: 401)
            answer.headers.append(("www-authenticate", "DPoP algs=\"ES256\", error=\"\(name)\""))
            return challenged(answer, state)
        }
        switch proof(of: request, token: token ?? "", &state, site: site) {
        case .failure(let fault): return refused(fault.name)
        case .success(let key): return state.oauth.access[token ?? ""] == key ? nil : refused("invalid_token")
        }
    }

    /// Checks the proof of a request (RFC 9449 §4.3), and returns the thumbprint of its key.
    private static func proof(
        of request: ServedRequest, token: String?, _ state: inout State, site: String
    ) -> Result<String, ProofFault> {
        let wrong = Result<String, ProofFault>.failure(ProofFault(name: "invalid_dpop_proof"))
        let parts = (request.headers["dpop"] ?? "").split(separator: ".").map(String.init)
        guard parts.count == 3, let header = object(parts[0]), let claims = object(parts[1]),
            let signature = Base64.decodedFromURL(parts[2]), signature.count == 64,
            header["typ"] as? String == "dpop+jwt", header["alg"] as? String == "ES256",
            let key = header["jwk"] as? [String: String], Set(key.keys) == ["kty", "crv", "x", "y"],
            key["kty"] == "EC", key["crv"] == "P-256", let x = Base64.decodedFromURL(key["x"] ?? ""),
            let y = Base64.decodedFromURL(key["y"] ?? ""), x.count == 32, y.count == 32
        else { return wrong }
        let message = Array("\(parts[0]).\(parts[1])".utf8)
        guard signature_is_valid(x + y, message, message.count, signature) else { return wrong }
        let hash = token.map { Base64.encodedForURL(CryptographicHash.sha256(of: Array($0.utf8))) }
        guard claims["htm"] as? String == request.method,
            claims["htu"] as? String == site + String(request.path.prefix { $0 != "?" }),
            claims["ath"] as? String == hash, let number = claims["jti"] as? String, number.count >= 16,
            let time = claims["iat"] as? Int, abs(Int64(time) - state.now / 1000) < 3600
        else { return wrong }
        guard claims["nonce"] as? String == state.oauth.nonce else {
            state.oauth.outdated += 1
            return .failure(ProofFault(name: "use_dpop_nonce"))
        }
        guard state.oauth.seen.insert(number).inserted else { return wrong }
        return .success("\(key["x"] ?? "") \(key["y"] ?? "")")
    }

    private static func challenged(_ scenario: Scenario, _ state: State) -> Scenario {
        var scenario = scenario
        scenario.headers.append(("dpop-nonce", state.oauth.nonce))
        return scenario
    }

    private static func object(_ part: String) -> [String: Any]? {
        Base64.decodedFromURL(part)
            .flatMap {
                (try? JSONSerialization.jsonObject(with: Data($0))) as? [String: Any]
            }
    }

    /// Returns the fields of a form or of a query.
    private static func values(_ text: String) -> [String: String] {
        text.split(separator: "&")
            .reduce(into: [:]) { values, pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                if parts.count == 2 { values[String(parts[0])] = PercentCoding.decoded(parts[1]) }
            }
    }
}

import EngineConcepts
import FeedParsing
import Networking
import WebText

/// A person of the AT Protocol: the identifier, the handle and the server that keeps the person's records.
struct BlueskyIdentity: Hashable, Sendable {
    let did: DID
    /// The handle that the identifier names, or `nil` if it names none.
    let handle: ATHandle?
    /// The origin of the personal data server.
    let server: String
}

/// Finds people and their servers. <https://atproto.com/specs/handle#handle-resolution>
struct BlueskyResolver: Sendable {
    let transport: any Transport
    /// The origin of the public view of Bluesky, which also looks up handles in the domain name system.
    let view: String
    /// The origin of the directory of `did:plc`.
    let directory: String

    static let publicView = "https://public.api.bsky.app"
    private static let publicDirectory = "https://plc.directory"

    init(_ dependencies: SupplierDependencies) {
        transport = dependencies.transport
        view = dependencies.serviceAddresses[.bluesky] ?? Self.publicView
        directory = dependencies.serviceAddresses["plc"] ?? Self.publicDirectory
    }

    /// Returns the person of a handle or an identifier.
    func identity(of person: ATIdentifier, now: Timestamp) async throws(SupplierError) -> BlueskyIdentity {
        switch person {
        case .did(let did): return try await identity(of: did, now: now)
        case .handle(let handle):
            let did: DID
            if let published = await publishedIdentifier(of: handle) {
                did = published
            } else {
                did = try await lookedUpIdentifier(of: handle, now: now)
            }
            let identity = try await identity(of: did, now: now)
            // A domain can name any identifier. Only the identifier's own document confirms it.
            guard identity.handle == handle else {
                throw SupplierError(
                    .malformed,
                    Message(
                        "handleUnconfirmed",
                        ["handle": .text("@\(handle)"), "other": .text(identity.handle.map { "@\($0)" } ?? did.text)]))
            }
            return identity
        }
    }

    /// Returns the identifier that the handle's own site publishes, or `nil` if it publishes none.
    func publishedIdentifier(of handle: ATHandle) async -> DID? {
        let request = TransportRequest(
            "\(WebAddress.origin(ofServer: handle.text))/.well-known/atproto-did", maximumBytes: 4096)
        do {
            return try await transport.send(request) { response throws(SupplierError) in
                guard response.status == 200 else { return nil }
                return DID(TextSanitizer.line(String(decoding: try await response.body.collect(), as: UTF8.self)))
            }
        } catch {
            // The name may be in the domain name system only.
            return nil
        }
    }

    private func lookedUpIdentifier(of handle: ATHandle, now: Timestamp) async throws(SupplierError) -> DID {
        let address = WebAddress.adding(
            [("handle", handle.text)], to: "\(view)/xrpc/com.atproto.identity.resolveHandle")
        do throws(SupplierError) {
            return try await transport.json(Identifier.self, at: address, of: "Bluesky", now: now).did
        } catch {
            guard error.code == .refused || error.code == .malformed else { throw error }
            throw .personNotFound("@\(handle)", at: DisplayAddress.endpoint(of: view), cause: error.description)
        }
    }

    /// The answer to the lookup of a handle.
    private struct Identifier: LenientObject, Sendable {
        let did: DID

        init(_ members: JSONMembers) throws {
            guard let did = members.line("did").flatMap({ DID($0) }) else { throw members.missing("did") }
            self.did = did
        }
    }

    /// Returns the person of an identifier by its document.
    func identity(of did: DID, now: Timestamp) async throws(SupplierError) -> BlueskyIdentity {
        guard let address = documentAddress(of: did) else { throw .serverUnknown(did.text) }
        let document = try await transport.json(Document.self, at: address, of: "Bluesky", now: now)
        guard document.id == did.text, let server = document.server else {
            throw .serverUnknown(did.text, .malformed)
        }
        return BlueskyIdentity(did: did, handle: document.handle, server: server)
    }

    /// Returns the address of the document of an identifier, or `nil` for methods that the protocol does not know.
    private func documentAddress(of did: DID) -> String? {
        switch did.method {
        case "plc": return "\(directory)/\(did)"
        case "web":
            // Only the port is encoded: sites below a path have no identifiers of this protocol.
            let host = PercentCoding.decoded(did.suffix).lowercased()
            guard !did.suffix.contains(":"), WebAddress.isHostName(host), WebAddress.hasUsablePort("http://\(host)")
            else { return nil }
            return "\(WebAddress.origin(ofServer: host))/.well-known/did.json"
        default: return nil
        }
    }

    /// A document of an identifier. <https://www.w3.org/TR/did-core/>
    private struct Document: LenientObject, Sendable {
        let id: String
        let handle: ATHandle?
        let server: String?

        init(_ members: JSONMembers) throws {
            let id = members.line("id") ?? ""
            self.id = id
            handle =
                members.texts("alsoKnownAs").lazy
                .compactMap { $0.hasPrefix("at://") ? ATHandle($0.dropFirst(5)) : nil }.first
            let names = ["#atproto_pds", "\(id)#atproto_pds"]
            server =
                members.objects("service").lazy
                .filter { $0.line("type") == "AtprotoPersonalDataServer" && names.contains($0.line("id") ?? "") }
                .compactMap { $0.line("serviceEndpoint") }.first
                .flatMap(BlueskyResolver.origin)
        }
    }

    /// Returns the origin of a server, or `nil` if the address cannot be one. Plain http is for this machine only.
    static func origin(of address: String) -> String? {
        guard let origin = WebAddress.origin(of: address), WebAddress.site(of: address) != nil,
            WebAddress.hasUsablePort(address), WebAddress.user(of: address) == nil,
            let endpoint = WebAddress.endpoint(of: address)
        else { return nil }
        let isAllowed = origin.hasPrefix("https:") || WebAddress.origin(ofServer: endpoint).hasPrefix("http:")
        return WebAddress.isWeb(address) && isAllowed ? origin : nil
    }
}

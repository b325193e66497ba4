import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Suppliers

/// Command-line options for credentials.
struct AccessOptions: ParsableArguments {
    @Option(
        help:
            "Log in as NAME with basic authentication. Fiber prompts for the password unless --password-command is given."
    )
    var user: String?

    @Option(help: "A command whose first line of output is the password. Run without a shell at every start.")
    var passwordCommand: String?

    @Flag(help: "Log in with a bearer token. Fiber prompts for it.")
    var token = false

    @Option(help: "A command whose first line of output is a bearer token.")
    var tokenCommand: String?

    @Option(name: .customLong("header"), help: "A header field for every request, as 'NAME: VALUE'. Not for secrets.")
    var headers: [String] = []

    @Option(
        name: .customLong("header-command"), help: "A header field whose value a command prints, as 'NAME: COMMAND'.")
    var commandHeaders: [String] = []

    @Option(name: .customLong("header-secret"), help: "The NAME of a header field. Fiber prompts for its value.")
    var secretHeaders: [String] = []

    /// True if any option was given.
    var isGiven: Bool {
        user != nil || passwordCommand != nil || token || tokenCommand != nil
            || !(headers + commandHeaders + secretHeaders).isEmpty
    }

    func validate() throws {
        guard passwordCommand == nil || user != nil else { throw ValidationError(Message("passwordCommandNeedsUser")) }
        guard user.map({ !$0.isEmpty && !$0.contains(":") }) ?? true else {
            throw ValidationError(Message("userHasColon"))
        }
        guard user == nil || !token && tokenCommand == nil, !token || tokenCommand == nil else {
            throw ValidationError(Message("oneLoginOnly"))
        }
        for header in headers + commandHeaders {
            guard let (name, value) = Self.parts(of: header), SourceAccess.Header.isName(name), !value.isEmpty,
                SourceAccess.Header.isValue(value)
            else {
                // Its value may be a secret.
                let name = String(header.prefix { !":= ".contains($0) })
                throw ValidationError(Message("headerInvalid", ["header": .text(name)]))
            }
        }
        guard secretHeaders.allSatisfy(SourceAccess.Header.isName) else {
            throw ValidationError(Message("headerSecretHasValue"))
        }
        for header in headers {
            guard let (name, _) = Self.parts(of: header), Redaction.isSecretField(name) else { continue }
            throw ValidationError(Message("headerExposesSecret", ["name": .text(name)]))
        }
    }

    /// Returns the credentials for the source at `address`, asking for missing secrets, or `nil` if none were given.
    func offer(for address: String, commands: CommandRunner) throws -> AccessOffer? {
        guard isGiven else { return nil }
        var offer = AccessOffer(forSourceAt: address)
        try addAuthentication(to: &offer, commands)
        try addHeaders(to: &offer, commands)
        return offer
    }

    private func addAuthentication(to offer: inout AccessOffer, _ commands: CommandRunner) throws {
        if let user {
            let password =
                if let passwordCommand {
                    SourceAccess.Secret.command(try commands.words(of: passwordCommand))
                } else {
                    offer.addSecret(
                        try Console.askSecret(
                            Message("askPassword", ["user": .text(user), "host": .text(offer.place)])), as: user)
                }
            offer.access.authentication = .password(user: user, password)
        }
        if let tokenCommand {
            offer.access.authentication = .token(.command(try commands.words(of: tokenCommand)))
        } else if token {
            let token = try Console.askSecret(Message("askToken", ["host": .text(offer.place)]))
            offer.access.authentication = .token(offer.addSecret(token, as: "token"))
        }
    }

    private func addHeaders(to offer: inout AccessOffer, _ commands: CommandRunner) throws {
        for (name, value) in headers.compactMap(Self.parts) { offer.access.headers.append(.init(name, .plain(value))) }
        for (name, command) in commandHeaders.compactMap(Self.parts) {
            offer.access.headers.append(.init(name, .secret(.command(try commands.words(of: command)))))
        }
        for name in secretHeaders {
            let value = try Console.askSecret(Message("askHeader", ["name": .text(name), "host": .text(offer.place)]))
            offer.access.headers.append(.init(name, .secret(offer.addSecret(value, as: name))))
        }
    }

    private static func parts(of header: String) -> (name: String, value: String)? {
        guard let colon = header.firstIndex(of: ":") else { return nil }
        let value = header[header.index(after: colon)...]
        return (String(header[..<colon]), String(value.drop { $0 == " " }))
    }
}

package import EngineConcepts
import TOMLKit

/// The credentials and headers of a `[[source]]`: `user` and `password`, or `token`, and `headers`. A secret is
/// written as `{ command = ["PROGRAM", "ARGUMENT", …] }` or `{ secret = "NAME" }`, never in plain text.
struct AccessTable {
    static let keys: Set<String> = ["user", "password", "token", "headers"]

    /// The entry of the source, or of an account.
    let entry: TableEntry

    /// Returns the credentials and headers, or `nil` without any.
    func access() throws(ConfigurationError) -> SourceAccess? {
        guard !entry.keys.isDisjoint(with: Self.keys) else { return nil }
        let table = entry.table
        var access = SourceAccess()
        switch (table["user"], table["password"], table["token"]) {
        case (nil, nil, nil): break
        case (let user?, let password?, nil):
            guard let user = user.string, !user.isEmpty, !user.contains(":") else {
                throw error("user", Message("userMalformed"))
            }
            access.authentication = .password(user: user, try secret(password, key: "password"))
        case (nil, nil, let token?): access.authentication = .token(try secret(token, key: "token"))
        case (_?, nil, _): throw error("user", Message("userNeedsPassword"))
        case (nil, _?, _): throw error("password", Message("passwordNeedsUser"))
        case (_?, _?, _?): throw error("token", Message("tokenAndUser"))
        }
        if let headers = table["headers"] {
            guard let array = headers.array else { throw malformedHeaders }
            for header in array {
                guard let header = header.table else { throw malformedHeaders }
                access.headers.append(try self.header(header))
            }
        }
        return access == SourceAccess() ? nil : access
    }

    private func header(_ table: TOMLTable) throws(ConfigurationError) -> SourceAccess.Header {
        guard let name = table["name"]?.string, SourceAccess.Header.isName(name) else { throw malformedHeaders }
        guard let value = table["value"] else {
            return SourceAccess.Header(name, .secret(try secret(table, key: "headers")))
        }
        guard let text = value.string, table["command"] == nil, table["secret"] == nil else { throw malformedHeaders }
        guard !Redaction.isSecretField(name) else {
            throw error("headers", Message("headerIsSecret", ["header": .text(name)]), advice: Message("secretForm"))
        }
        guard SourceAccess.Header.isValue(text) else {
            throw error("headers", Message("headerHasControl", ["header": .text(name), "source": .text(entryName)]))
        }
        return SourceAccess.Header(name, .plain(text))
    }

    /// The name of the source or the account in messages.
    private var entryName: String {
        let texts = ["name", "url", "id"].lazy.compactMap { entry.table[$0]?.string }
        return texts.first ?? entry.kind.rawValue
    }

    private func secret(
        _ value: any TOMLValueConvertible, key: String
    ) throws(ConfigurationError) -> SourceAccess.Secret {
        if value.string != nil {
            throw error(key, Message("secretInLibrary"), advice: Message("secretForm"))
        }
        let table = value.table
        switch (table?["command"], table?["secret"]) {
        case (let command?, nil): if let words = command.texts, words.first?.isEmpty == false { return .command(words) }
        case (nil, let secret?): if let name = secret.string, !name.isEmpty { return .stored(name) }
        default: break
        }
        throw error(key, Message("secretHasNoPlace", ["key": .text(key)]), advice: Message("secretForm"))
    }

    private var malformedHeaders: ConfigurationError { error("headers", Message("headersMalformed")) }

    /// - Parameter advice: Comes after the consequence; `nil` for that of any line.
    private func error(_ key: String, _ failure: Message, advice: Message? = nil) -> ConfigurationError {
        entry.error(key, failure, advice: advice.map { Message.sentences(entry.consequence, $0) })
    }

    static func lines(of access: SourceAccess) -> [TableBlock.Line] {
        var lines: [TableBlock.Line] = []
        switch access.authentication {
        case .password(let user, let secret):
            lines.append(("user", TOMLWriter.quoted(user)))
            lines.append(("password", "{ \(text(of: secret)) }"))
        case .token(let secret): lines.append(("token", "{ \(text(of: secret)) }"))
        case nil: break
        }
        guard !access.headers.isEmpty else { return lines }
        let entries = access.headers.map { header in
            let value =
                switch header.value {
                case .plain(let text): "value = \(TOMLWriter.quoted(text))"
                case .secret(let secret): text(of: secret)
                }
            return "{ name = \(TOMLWriter.quoted(header.name)), \(value) }"
        }
        return lines + [("headers", "[\(entries.joined(separator: ", "))]")]
    }

    private static func text(of secret: SourceAccess.Secret) -> String {
        switch secret {
        case .command(let words): "command = \(TOMLWriter.list(words))"
        case .stored(let name): "secret = \(TOMLWriter.quoted(name))"
        }
    }
}

extension SourceAccess.Header {
    /// Returns true if a header field can have this name (RFC 9110 §5.6.2).
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                    || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
            }
    }

    /// Returns true if a header field can have this value (RFC 9110 §5.5): a line break would begin another field.
    package static func isValue(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\t" }
    }
}

import WebText

/// Basic authentication (RFC 7617).
public enum BasicAuthorization {
    /// Returns the value of the `Authorization` header.
    public static func headerValue(user: String, password: String) -> String {
        "Basic \(Base64.encoded(Array("\(user):\(password)".utf8)))"
    }
}

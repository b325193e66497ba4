import AsyncHTTPClient

/// Basic authentication (RFC 7617).
public enum BasicAuthorization {
    /// Returns the value of the `Authorization` header.
    public static func headerValue(user: String, password: String) -> String {
        HTTPClient.Authorization.basic(username: user, password: password).headerValue
    }
}

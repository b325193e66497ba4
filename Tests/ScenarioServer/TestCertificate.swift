/// Certificates for test servers, and the authority that signed most of them. Created with `openssl ca`, valid until
/// 2100 unless stated otherwise; the keys are used only in tests.
public enum TestCertificate: String, CaseIterable, Sendable {
    /// Valid for 127.0.0.1 and localhost.
    case good
    /// Valid for another host.
    case elsewhere
    /// Valid until 2001.
    case expired
    /// Self-signed.
    case selfSigned

    /// The certificate authority that test clients trust.
    public static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBcDCCARegAwIBAgIBATAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRGaWJlciB0
        ZXN0IGF1dGhvcml0eTAgFw0wMDAxMDEwMDAwMDBaGA8yMTAwMDEwMTAwMDAwMFow
        HzEdMBsGA1UEAwwURmliZXIgdGVzdCBhdXRob3JpdHkwWTATBgcqhkjOPQIBBggq
        hkjOPQMBBwNCAAQlO32jUISn9Qy+EI8S8/YScCrJAix9hVBue3/T5/QPBiNhaS4k
        T+lUh3/kHmD4Mdef3aUpDn+o8zfjZcElviv1o0IwQDAPBgNVHRMBAf8EBTADAQH/
        MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUysyRYSSkYPEJa3bBV5kl+e3aNbsw
        CgYIKoZIzj0EAwIDRwAwRAIgHyUCT5WZAs6FsroJ6KdJmAdnf/HdqNgeOi99CqQp
        JJ8CICoZ50IPm8HoxSYhsBocKeLuMIp9QzECi9PWYYxaPOl4
        -----END CERTIFICATE-----
        """

    /// Returns a context for a server that has this certificate.
    func context() throws(TLSFailure) -> TLSContext {
        try TLSContext(certificate: pem, key: Self.key)
    }

    private var pem: String {
        switch self {
        case .good:
            """
            -----BEGIN CERTIFICATE-----
            MIIBfDCCASOgAwIBAgIBAjAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRGaWJlciB0
            ZXN0IGF1dGhvcml0eTAgFw0wMDAxMDEwMDAwMDBaGA8yMTAwMDEwMTAwMDAwMFow
            DzENMAsGA1UEAwwEZ29vZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABD/9deDS
            EX0WJX/jmS7PxwAfWei94pBR0rZT5vacUScWw0NjKXIAySmcLsq3kQYIIoq5ip3z
            Ac75ytaExb6QjLujXjBcMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNV
            HQ4EFgQUaIPJRLqo58IrF6BBDy3OIOkcJg0wHwYDVR0jBBgwFoAUysyRYSSkYPEJ
            a3bBV5kl+e3aNbswCgYIKoZIzj0EAwIDRwAwRAIgXQPxpILIB7nkkxuY/pOO5Sv1
            fLWjOxcO7rqPUSZdwj0CIFasAaEpgmZKbhDsnVex13zSiDkPemV0vWLoPcAh1As0
            -----END CERTIFICATE-----
            """
        case .elsewhere:
            """
            -----BEGIN CERTIFICATE-----
            MIIBgzCCASqgAwIBAgIBAzAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRGaWJlciB0
            ZXN0IGF1dGhvcml0eTAgFw0wMDAxMDEwMDAwMDBaGA8yMTAwMDEwMTAwMDAwMFow
            FDESMBAGA1UEAwwJZWxzZXdoZXJlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
            P/114NIRfRYlf+OZLs/HAB9Z6L3ikFHStlPm9pxRJxbDQ2MpcgDJKZwuyreRBggi
            irmKnfMBzvnK1oTFvpCMu6NgMF4wHAYDVR0RBBUwE4IRZWxzZXdoZXJlLmV4YW1w
            bGUwHQYDVR0OBBYEFGiDyUS6qOfCKxegQQ8tziDpHCYNMB8GA1UdIwQYMBaAFMrM
            kWEkpGDxCWt2wVeZJfnt2jW7MAoGCCqGSM49BAMCA0cAMEQCIFVOCa6pBIOlSnRc
            k78yxsy+q3a1c85qyNRT0fULl8OuAiBtrWgwrHymlF46MAELsnqaIyVPoVioW1vm
            Nn5r2ygleA==
            -----END CERTIFICATE-----
            """
        case .expired:
            """
            -----BEGIN CERTIFICATE-----
            MIIBfjCCASSgAwIBAgIBBDAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRGaWJlciB0
            ZXN0IGF1dGhvcml0eTAeFw0wMDAxMDEwMDAwMDBaFw0wMTAxMDEwMDAwMDBaMBIx
            EDAOBgNVBAMMB2V4cGlyZWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ//XXg
            0hF9FiV/45kuz8cAH1noveKQUdK2U+b2nFEnFsNDYylyAMkpnC7Kt5EGCCKKuYqd
            8wHO+crWhMW+kIy7o14wXDAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwHQYD
            VR0OBBYEFGiDyUS6qOfCKxegQQ8tziDpHCYNMB8GA1UdIwQYMBaAFMrMkWEkpGDx
            CWt2wVeZJfnt2jW7MAoGCCqGSM49BAMCA0gAMEUCIQCjgFYHIWfPaf/C9Zk0OB14
            D4fmXI1M9L0+QEbyinnSSAIgVRGlrADHgMyUG3oeRqDk9sPSeR6oFltux+lND0WS
            Hxo=
            -----END CERTIFICATE-----
            """
        case .selfSigned:
            """
            -----BEGIN CERTIFICATE-----
            MIIBTDCB8qADAgECAgEFMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHNlbGYwIBcN
            MDAwMTAxMDAwMDAwWhgPMjEwMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBHNlbGYw
            WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ//XXg0hF9FiV/45kuz8cAH1noveKQ
            UdK2U+b2nFEnFsNDYylyAMkpnC7Kt5EGCCKKuYqd8wHO+crWhMW+kIy7oz0wOzAa
            BgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwHQYDVR0OBBYEFGiDyUS6qOfCKxeg
            QQ8tziDpHCYNMAoGCCqGSM49BAMCA0kAMEYCIQDhfXc/5JTsyqEWqZIT4qj18gOQ
            8kxyNzUgSfd04mzojwIhAIbzKtvBsYMaYgD/Lc9b3B8ymx35Zp8i8cKiH6pInj31
            -----END CERTIFICATE-----
            """
        }
    }

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglBvqO1PDB6NedxTH
        b6RHXbq2HAc1Fclq5UGd0iT5GxKhRANCAAQ//XXg0hF9FiV/45kuz8cAH1noveKQ
        UdK2U+b2nFEnFsNDYylyAMkpnC7Kt5EGCCKKuYqd8wHO+crWhMW+kIy7
        -----END PRIVATE KEY-----
        """
}

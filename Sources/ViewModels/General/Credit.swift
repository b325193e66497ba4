/// A project that Fiber uses.
public nonisolated struct Credit: Equatable, Sendable {
    public let name: String
    /// Its licence, as an SPDX identifier (<https://spdx.org/licenses/>).
    public let licence: String

    init(_ name: String, licence: String) {
        self.name = name
        self.licence = licence
    }

    /// The key of the text on its use in Fiber: `credit.` and the name in lower case with hyphens.
    public var purpose: String {
        "credit."
            + name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    }

    public static let all = [
        Credit("Brotli", licence: "MIT"),
        Credit("chafa", licence: "LGPL-3.0-or-later"),
        Credit("CLD2", licence: "Apache-2.0"),
        Credit("curl", licence: "curl"),
        Credit("FriBidi", licence: "LGPL-2.1-or-later"),
        Credit("giflib", licence: "MIT"),
        Credit("GRDB", licence: "MIT"),
        Credit("HdrHistogram", licence: "Apache-2.0"),
        Credit("libidn2", licence: "LGPL-3.0-or-later OR GPL-2.0-or-later"),
        Credit("libjpeg-turbo", licence: "BSD-3-Clause AND IJG"),
        Credit("libspng", licence: "BSD-2-Clause"),
        Credit("libunistring", licence: "LGPL-3.0-or-later"),
        Credit("libwebp", licence: "BSD-3-Clause"),
        Credit("libxml2", licence: "MIT"),
        Credit("ncurses", licence: "X11-distribute-modifications-variant"),
        Credit("RE2", licence: "BSD-3-Clause"),
        Credit("Snowball", licence: "BSD-3-Clause"),
        Credit("SQLite", licence: "blessing"),
        Credit("Swift", licence: "Apache-2.0 WITH Swift-exception"),
        Credit("Swift Algorithms", licence: "Apache-2.0"),
        Credit("Swift Argument Parser", licence: "Apache-2.0"),
        Credit("Swift Async Algorithms", licence: "Apache-2.0"),
        Credit("Swift Collections", licence: "Apache-2.0"),
        Credit("Swift Log", licence: "Apache-2.0"),
        Credit("Swift Subprocess", licence: "Apache-2.0"),
        Credit("TOMLKit, toml++", licence: "MIT"),
        Credit("utf8proc", licence: "MIT"),
        Credit("zlib", licence: "Zlib"),
        Credit("Zstandard", licence: "BSD-3-Clause OR GPL-2.0-only"),
    ]
}

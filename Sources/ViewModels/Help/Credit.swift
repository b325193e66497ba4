/// A project that Fiber uses.
nonisolated struct Credit: Equatable, Sendable {
    /// Its name.
    let name: String
    /// Its licence, as an SPDX identifier (<https://spdx.org/licenses/>).
    let licence: String

    init(_ name: String, _ licence: String) {
        self.name = name
        self.licence = licence
    }

    /// The key of its description: `credit.` and the name in lower case with hyphens.
    var purpose: String {
        "credit."
            + name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    }

    /// All credits.
    static let all = [
        Credit("Brotli", "MIT"),
        Credit("chafa", "LGPL-3.0-or-later"),
        Credit("CLD2", "Apache-2.0"),
        Credit("curl", "curl"),
        Credit("FriBidi", "LGPL-2.1-or-later"),
        Credit("giflib", "MIT"),
        Credit("GRDB", "MIT"),
        Credit("HdrHistogram", "Apache-2.0"),
        Credit("libidn2", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
        Credit("libjpeg-turbo", "BSD-3-Clause AND IJG"),
        Credit("libspng", "BSD-2-Clause"),
        Credit("libunistring", "LGPL-3.0-or-later"),
        Credit("libwebp", "BSD-3-Clause"),
        Credit("libxml2", "MIT"),
        Credit("ncurses", "X11-distribute-modifications-variant"),
        Credit("RE2", "BSD-3-Clause"),
        Credit("Snowball", "BSD-3-Clause"),
        Credit("SQLite", "blessing"),
        Credit("Swift", "Apache-2.0 WITH Swift-exception"),
        Credit("Swift Algorithms", "Apache-2.0"),
        Credit("Swift Argument Parser", "Apache-2.0"),
        Credit("Swift Async Algorithms", "Apache-2.0"),
        Credit("Swift Collections", "Apache-2.0"),
        Credit("Swift Log", "Apache-2.0"),
        Credit("Swift Subprocess", "Apache-2.0"),
        Credit("TOMLKit, toml++", "MIT"),
        Credit("utf8proc", "MIT"),
        Credit("zlib", "Zlib"),
        Credit("Zstandard", "BSD-3-Clause OR GPL-2.0-only"),
    ]
}

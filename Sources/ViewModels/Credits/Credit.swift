/// Somebody's work that Fiber stands on.
public nonisolated struct Credit: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// What it does here.
    public let purpose: String
    /// Its licence, by its SPDX identifier (<https://spdx.org/licenses/>).
    public let licence: String

    init(_ name: String, _ purpose: String, _ licence: String) {
        self.name = name
        self.purpose = purpose
        self.licence = licence
    }

    /// All of it, in English. Names and licences are the same in every language.
    public static let all = [
        Credit("AsyncHTTPClient", "requests over HTTP", "Apache-2.0"),
        Credit("chafa", "pictures in cells", "LGPL-3.0-or-later"),
        Credit("CLD2", "which language a text is in", "Apache-2.0"),
        Credit("FriBidi", "text from right to left", "LGPL-2.1-or-later"),
        Credit("giflib", "GIF", "MIT"),
        Credit("GRDB", "the store", "MIT"),
        Credit("HdrHistogram", "how long things take", "Apache-2.0"),
        Credit("libidn2", "hosts of other alphabets", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
        Credit("libjpeg-turbo", "JPEG", "BSD-3-Clause AND IJG"),
        Credit("libspng", "PNG", "BSD-2-Clause"),
        Credit("libunistring", "where lines may break", "LGPL-3.0-or-later"),
        Credit("libwebp", "WebP", "BSD-3-Clause"),
        Credit("libxml2", "XML and HTML", "MIT"),
        Credit("ncurses", "the screen", "X11-distribute-modifications-variant"),
        Credit("RE2", "regular expressions that always end", "BSD-3-Clause"),
        Credit("Snowball", "word stems", "BSD-3-Clause"),
        Credit("SQLite", "the store, and its full text", "blessing"),
        Credit("Swift", "the language and its library", "Apache-2.0 WITH Swift-exception"),
        Credit("Swift Algorithms", "sequences", "Apache-2.0"),
        Credit("Swift Argument Parser", "the command line", "Apache-2.0"),
        Credit("Swift Async Algorithms", "sequences over time", "Apache-2.0"),
        Credit("Swift Collections", "heaps, ordered sets", "Apache-2.0"),
        Credit("Swift Log", "the log", "Apache-2.0"),
        Credit("Swift Subprocess", "commands", "Apache-2.0"),
        Credit("SwiftNIO", "the network", "Apache-2.0"),
        Credit("TOMLKit, toml++", "configuration", "MIT"),
        Credit("utf8proc", "normal forms of text", "MIT"),
        Credit("zlib", "what comes compressed", "Zlib"),
    ]
}

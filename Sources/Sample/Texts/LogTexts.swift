import CTexts

/// The log messages of a home server. `<n>`, `<ms>` and `<hash>` are placeholders.
struct LogTexts: BundledTexts {
    let jobs: [String]
    let info: [String]
    let warning: [String]
    let error: [String]

    static let bundled = LogTexts(file: embedded_log_toml())
}

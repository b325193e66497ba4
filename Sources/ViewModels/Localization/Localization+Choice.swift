nonisolated extension Localization {
    /// The languages that there are, the first being what counts where none is known.
    public static let all = [english, spanish]

    /// The wording of a language, as a setting names it.
    ///
    /// - Parameters:
    ///   - name: The language's tag, or `auto` for that of the environment.
    ///   - environment: The process's environment: of `LC_ALL`, `LC_MESSAGES` and `LANG` the first that says anything
    ///     counts, as in POSIX.
    public static func named(_ name: String, environment: [String: String]) -> Localization {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let wanted = name == "auto" ? locale ?? "" : name
        let language = wanted.prefix { $0.isLetter }.lowercased()
        return all.first { $0.language == language } ?? english
    }
}

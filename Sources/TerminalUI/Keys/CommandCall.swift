/// One use of a command.
struct CommandCall {
    let host: any CommandHost
    /// The count typed before the key, or `nil` for none.
    let count: Int?
    /// The digit of a numbered command, or 0 for other commands.
    var digit = 0

    /// The count, or 1 without one.
    var times: Int { count ?? 1 }
}

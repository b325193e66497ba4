/// Returns the link in the place of the file at `path`, or of its directory, that leads nowhere, or `nil` if there is none.
/// Its disk may not be mounted yet, and a new file in its place would hide the user's own.
package func danglingLink(at path: String) -> String? {
    var status = stat()
    // Without the slash at the end, behind which the system would follow the link.
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return [directory, path]
        .first { lstat($0, &status) == 0 && stat($0, &status) != 0 && (errno == ENOENT || errno == ELOOP) }
}

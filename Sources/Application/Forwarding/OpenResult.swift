/// The outcome of ``OpenRequest``: the place is on the screen.
package struct OpenResult: Codable {}

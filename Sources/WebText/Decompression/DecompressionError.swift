/// The reason why decompression stopped.
package enum DecompressionError: Error {
    /// The data is not compressed, damaged or truncated.
    case broken
    /// The data exceeds the size limit.
    case tooLarge
    /// The data exceeds the limit of the ratio of sizes: it may be a decompression bomb.
    case tooDense
}

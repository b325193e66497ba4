// Foundation without what needs ICU, under one name: on macOS it is not apart from the rest.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

// Swift System under one name: macOS has it, other systems take it from a package.
#if canImport(System)
@_exported public import System
#else
@_exported public import SystemPackage
#endif

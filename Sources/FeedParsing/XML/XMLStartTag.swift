/// The start of an element from libxml2's SAX2 interface; valid only during the callback.
struct XMLStartTag {
    let name: XMLName
    let attributes: XMLAttributes
}

/// The name of an element. libxml2 interns the parts of names, so equal names of a document have equal pointers.
struct XMLName: Equatable {
    let local: UnsafePointer<UInt8>
    let prefix: UnsafePointer<UInt8>?
    let uri: UnsafePointer<UInt8>?
}

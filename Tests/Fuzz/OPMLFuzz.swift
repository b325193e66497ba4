import FeedParsing

// Any bytes give a list of sources or an error. Exporting and importing the list gives the same sources.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOPML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let list = sources(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
    guard !list.subscriptions.isEmpty else { return 0 }
    let text = OPMLWriter.text(of: list.subscriptions, title: "fuzz")
    guard let again = sources(Array(text.utf8)) else { preconditionFailure("what was written is no OPML") }
    precondition(again.warnings.isEmpty, "what was written holds something unknown")
    precondition(again.syntaxError == nil, "what was written is not well-formed")
    precondition(shape(again) == shape(list), "a source is not the same after a round trip")
    return 0
}

private func sources(_ bytes: [UInt8]) -> SubscriptionList? {
    do {
        return try SubscriptionList.read(bytes)
    } catch {
        return nil
    }
}

/// The sources without their order, which folders change, and without the order of their topics.
private func shape(_ list: SubscriptionList) -> [String: Subscription] {
    var shape: [String: Subscription] = [:]
    for var subscription in list.subscriptions {
        subscription.topics.sort()
        shape[subscription.address] = subscription
    }
    return shape
}

import ViewModels

/// Short forms of the movements in the timeline.
nonisolated extension TimelineAction {
    static var top: Self { .move(.top) }
    static var bottom: Self { .move(.bottom) }
    static func move(_ rows: Int) -> Self { .move(.lines(rows)) }
    static func page(_ count: Int) -> Self { .move(.pages(count)) }
}

/// Short forms of the movements in an outline.
nonisolated extension OutlineAction {
    static var top: Self { .move(.top) }
    static var bottom: Self { .move(.bottom) }
    static func move(_ rows: Int) -> Self { .move(.lines(rows)) }
}

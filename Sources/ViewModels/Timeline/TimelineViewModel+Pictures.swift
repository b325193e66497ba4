import EngineConcepts

/// Pictures in rows.
extension TimelineViewModel {
    /// Opens the viewer, unless a warning covers what is in it.
    func openPictures() {
        guard let ticket = scroller.current?.ticket else { return }
        guard ticket.warning == nil else { return services.messages.note(services.wording(.pictureCovered)) }
        onOutput?(.pictures(ticket.id))
    }
}

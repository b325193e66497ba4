import EngineConcepts

/// Pictures in rows.
extension TimelineViewModel {
    /// Opens the viewer, unless a warning covers what is in it.
    func openPictures() {
        withTicket { ticket in
            guard ticket.warning == nil else { return services.messages.note(.pictureCovered) }
            onOutput?(.pictures(ticket.id))
        }
    }

    /// Draws pictures from now on where the settings say.
    func drawPictures(_ use: PictureUse) {
        pictureUse = use
        images.want(seen: [])
        reading.rebuilds.formUnion(reading.built.keys)
        reading.isStale = true
        drive()
    }

    /// Asks for the pictures of the rows on the screen, and for those of the next screen.
    func requestPictures() {
        guard services.pictures != nil, pictureUse == .timeline else { return }
        let visible = scroller.visible
        let next = visible.upperBound..<min(scroller.rows.count, visible.upperBound + visible.count)
        images.want(seen: pictureKeys(in: visible), ahead: pictureKeys(in: next))
    }

    private func pictureKeys(in rows: Range<Int>) -> [PictureKey] {
        scroller.rows[rows]
            .flatMap { row -> [PictureKey] in
                guard let ticket = row.ticket, !ticket.pictures.isEmpty else { return [] }
                return measure.pictures(in: row, width: width, density: density, timeStyle: timeStyle)
                    .map { PictureKey(ticket: ticket.id, address: $0.address, size: $0.size) }
            }
    }
}

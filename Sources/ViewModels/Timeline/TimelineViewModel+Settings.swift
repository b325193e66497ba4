import EngineConcepts

/// How the timeline lives by the settings.
extension TimelineViewModel {
    /// Lives by the settings that count now. Nothing is read or measured anew where none has changed.
    func takeSettings() {
        let settings = services.settings
        if settings.density != density {
            density = settings.density
            measureAnew()
        }
        if settings.timeStyle != timeStyle {
            timeStyle = settings.timeStyle
            reprintTimes()
            remeasure()
        }
        if settings.folds != view.folds {
            show { $0.change { $0.folds = settings.folds } }
            lookForStories()
        }
        if settings.pictureUse != pictureUse { drawPictures(settings.pictureUse) }
        publish()
    }

    /// Takes it that rows may have other heights than before.
    public func remeasureRows() {
        measureAnew()
        publish()
    }

    private func measureAnew() {
        remeasure()
        // Everything has another height now: a void above the first row would help nobody.
        _ = scroller.move(rows: 0)
        drive()
    }
}

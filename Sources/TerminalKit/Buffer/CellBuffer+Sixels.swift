extension CellBuffer {
    /// The sixel images over whose characters nothing else was drawn. A partly covered image stays characters.
    public var uncoveredSixels: [PlacedSixels] {
        sixels.filter { placed, cells in self.cells(in: placed.place) == cells }.map(\.placed)
    }

    /// Records a whole image at `place`.
    mutating func record(_ image: SixelImage, at place: Rect) {
        sixels.append((PlacedSixels(image: image, place: place), cells(in: place)))
    }

    private func cells(in place: Rect) -> [PackedCell] {
        place.rows.flatMap { y in cells[y * size.width + place.x..<y * size.width + place.maxX] }
    }
}

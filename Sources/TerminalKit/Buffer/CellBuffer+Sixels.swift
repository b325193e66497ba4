extension CellBuffer {
    /// The sixel images over whose characters nothing else was drawn. A partly covered image stays characters.
    public var uncoveredSixels: [PlacedSixels] {
        sixels.filter { placed, cells in self.cells(in: placed.area) == cells }.map(\.placed)
    }

    /// Records a whole image at `area`.
    mutating func record(_ image: SixelImage, at area: Rect) {
        sixels.append((PlacedSixels(image: image, area: area), cells(in: area)))
    }

    private func cells(in area: Rect) -> [PackedCell] {
        area.rows.flatMap { y in cells[y * size.width + area.x..<y * size.width + area.maxX] }
    }
}

/// An error of an engine's store.
public protocol StoreError: PresentableError {}

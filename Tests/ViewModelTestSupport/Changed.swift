/// Waits until `condition` holds, checking it after each call of a handler of `model` such as `onChange`.
public func changed<Model: AnyObject>(
    _ model: Model, _ handler: ReferenceWritableKeyPath<Model, (() -> Void)?>, until condition: () -> Bool
) async {
    while !condition() {
        await withCheckedContinuation { waiter in
            model[keyPath: handler] = {
                model[keyPath: handler] = nil
                waiter.resume()
            }
        }
    }
}

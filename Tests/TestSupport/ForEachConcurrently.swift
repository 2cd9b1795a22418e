/// Calls `body` for all elements, several at a time, and waits for all of them.
///
/// How many run at once is limited where it matters, by ``Command/run()``.
package func forEachConcurrently<Element: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for element in elements { group.addTask { try await body(element) } }
        try await group.waitForAll()
    }
}

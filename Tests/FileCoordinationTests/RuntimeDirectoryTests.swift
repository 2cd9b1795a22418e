import FileCoordination
import SystemPackage
import Testing

struct RuntimeDirectoryTests {
    @Test func `A directory of the caller's choice is taken as it is`() {
        #expect(RuntimeDirectory("/run/somewhere").path == "/run/somewhere")
    }
}

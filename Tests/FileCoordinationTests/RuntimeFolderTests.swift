import FileCoordination
import SystemPackage
import Testing

struct RuntimeFolderTests {
    @Test func `A folder of the caller's choice is taken as it is`() {
        #expect(RuntimeFolder("/run/somewhere").path == "/run/somewhere")
    }
}

import LinuxFiles
import Testing

struct UserNameTests {
    private static let file = """
        # a comment
        root:x:0:0:root:/root:/bin/bash
        jane:x:1000:1000:Jane Roe,Room 7,555-0100,:/home/jane:/bin/bash
        bob:x:1001:1001::/home/bob:/bin/sh
        eve:x:1002:1002:  ,,,:/home/eve:/bin/sh
        zoe:x:1003:1003:& Müller:/home/zoe:/bin/sh
        short:x:1004
        +::::::

        jane2:x:1000:1000:Another:/home/jane:/bin/sh
        """

    @Test(
        arguments: [
            (0, "root"), (1000, "Jane Roe"), (1001, "bob"), (1002, "eve"), (1003, "Zoe Müller"), (1004, nil), (7, nil),
        ] as [(UInt32, String?)])
    func `A user has the full name, or the login name`(user: UInt32, name: String?) {
        #expect(UserNames.name(of: user, in: Array(Self.file.utf8)) == name)
    }

    @Test func `A name that is not UTF-8 is passed over`() {
        let file = Array("jane:x:5:5:J".utf8) + [0xE9] + Array(":/:/\n".utf8) + [0xE9] + Array("x:x:6:6::/:/\n".utf8)
        #expect(UserNames.name(of: 5, in: file) == "jane")
        #expect(UserNames.name(of: 6, in: file) == nil)
        #expect(UserNames.name(of: 5, in: []) == nil)
    }
}

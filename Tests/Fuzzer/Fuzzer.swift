import Mutations

// The functions that libFuzzer calls, by the names that it knows (llvm.org/docs/LibFuzzer.html).

typealias Bytes = UnsafePointer<UInt8>
typealias MutableBytes = UnsafeMutablePointer<UInt8>
typealias ArgumentList = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<ArgumentList>,
    _ test: @convention(c) (Bytes?, Int) -> CInt
) -> CInt

/// `main`, which SwiftPM wants under the name of the target.
@_cdecl("Fuzzer_main")
func fuzzerMain(_ count: CInt, _ arguments: ArgumentList) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, testOneInput)
}

/// One file through `open` and `annotate -o`. What must not happen ends the process, and libFuzzer keeps the file.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: Bytes?, _ count: Int) -> CInt {
    let file = FuzzedFile(UnsafeBufferPointer(start: start, count: count))
    file.open()
    if file.annotate() { return 0 }
    // Of the files that were refused, most are no base for others: little can be reached from them.
    return count.isMultiple(of: 4) ? 0 : -1
}

/// The next file made of one that led somewhere new. libFuzzer's own changes of bytes take turns with ours.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ start: MutableBytes, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt) -> Int {
    var bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var mutation = Mutation(seed: UInt64(seed))
    mutation.change(&bytes)
    Spool.shared.lookIfFull()
    return hand(bytes, to: start, capacity)
}

/// The next file made of two.
@_cdecl("LLVMFuzzerCustomCrossOver")
func crossOver(
    _ first: Bytes, _ firstCount: Int, _ second: Bytes, _ secondCount: Int, _ start: MutableBytes, _ capacity: Int,
    _ seed: CUnsignedInt
) -> Int {
    var mutation = Mutation(seed: UInt64(seed))
    let bytes = mutation.splice(
        Array(UnsafeBufferPointer(start: second, count: secondCount)),
        into: Array(UnsafeBufferPointer(start: first, count: firstCount)))
    Spool.shared.lookIfFull()
    return hand(bytes, to: start, capacity)
}

private func hand(_ bytes: [UInt8], to start: MutableBytes, _ capacity: Int) -> Int {
    let count = min(bytes.count, capacity)
    start.update(from: bytes, count: count)
    return count
}

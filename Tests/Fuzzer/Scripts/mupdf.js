// mutool run mupdf.js FOLDER NUMBER PAGE OBJECT SIZE …: what MuPDF makes of the annotation `fuzzed` on that page of NUMBER.out.pdf.
// For each file a line: what is wrong, `skip` where MuPDF cannot read NUMBER.in.pdf without repairing it or takes
// another object for that page, or `ok`.
function look(path, number) {
    var document = new PDFDocument(path)
    var count = document.countPages()
    var page = document.loadPage(number - 1)
    var box = page.bound()
    var result = { document: document, object: document.findPage(number - 1), count: count, page: page, box: box }
    result.pixel = function (x, y) {
        // A few pixels around the point and not the whole page.
        var pixmap = new Pixmap(DeviceRGB, [Math.floor(x) - 1, Math.floor(y) - 1, Math.floor(x) + 2, Math.floor(y) + 2], false)
        pixmap.clear(255)
        var device = new DrawDevice(Identity, pixmap)
        page.run(device, Identity)
        device.close()
        return [pixmap.getSample(1, 1, 0), pixmap.getSample(1, 1, 1), pixmap.getSample(1, 1, 2)]
    }
    return result
}

// The colour in the middle of the annotation; undefined where that cannot be said.
function colorOf(view, annotation) {
    var rect = annotation.getRect()
    if (rect[2] - rect[0] < 3 || rect[3] - rect[1] < 3 || Math.abs(rect[0]) > 1e5 || Math.abs(rect[1]) > 1e5) return
    return view.pixel((rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2)
}

function isYellow(color) { return color[0] > 250 && color[2] < 5 }

function judge(folder, name, number, object) {
    try {
        var before = look(folder + "/" + name + ".in.pdf", number)
        if (number > before.count) return "skip"
        if (before.object.asIndirect() != object) return "skip"
        if (String(before.object.get("Type")) != "/Page") return "skip"
        var corner = before.pixel(before.box[0] + 5, before.box[1] + 5)
        // Where MuPDF's own annotation would not be seen, ours need not be.
        var own = before.page.createAnnotation("Square")
        own.setRect([before.box[0] + 20, before.box[1] + 20, before.box[0] + 40, before.box[1] + 40])
        own.setInteriorColor([1, 0.82, 0])
        own.update()
        var isVisible = isYellow(colorOf(before, own))
        // It may find only now that it must.
        if (before.document.wasRepaired()) return "skip"
    } catch (error) {
        return "skip"
    }
    print("opened")
    try {
        var after = look(folder + "/" + name + ".out.pdf", number)
        if (after.count != before.count) return "it has " + after.count + " pages instead of " + before.count
        var found = after.page.getAnnotations().filter(function (annotation) {
            var name = annotation.getObject().get("NM")
            return name && name.isString() && name.asString() == "fuzzed"
        })
        if (found.length != 1) return "the annotation is listed " + found.length + " times"
        var rect = found[0].getRect()
        var color = colorOf(after, found[0])
        if (isVisible && color && !isYellow(color)) return "the annotation is drawn in the colour " + color
        if (rect[0] > after.box[0] + 8 && rect[1] > after.box[1] + 8)
            if (String(after.pixel(after.box[0] + 5, after.box[1] + 5)) != String(corner))
                return "the corner is drawn otherwise"
        if (after.document.wasRepaired()) return "it has to be repaired"
    } catch (error) {
        // MuPDF 1.21 finds a circle in a deep page tree, or not, by where its memory is.
        return String(error).indexOf("cycle in page tree") < 0 ? "it cannot be read: " + error : "skip"
    }
    return "ok"
}

for (var index = 1; index + 3 < scriptArgs.length; index += 4)
    print("verdict " + judge(
        scriptArgs[0], scriptArgs[index], Number(scriptArgs[index + 1]), Number(scriptArgs[index + 2])))

// mutool run mupdf.js FOLDER NUMBER PAGE …: what MuPDF makes of the annotation `fuzzed` on that page of NUMBER.out.pdf. For
// each pair a line: what is wrong, `skip` where MuPDF cannot read NUMBER.in.pdf without repairing it, or `ok`.
function look(path, number) {
    var document = new PDFDocument(path)
    var count = document.countPages()
    var page = document.loadPage(number - 1)
    var box = page.bound()
    var result = { repaired: document.wasRepaired(), count: count, page: page, box: box }
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

function judge(folder, name, number) {
    try {
        var before = look(folder + "/" + name + ".in.pdf", number)
        if (before.repaired || number > before.count) return "skip"
        var elsewhere = [before.box[0] + 5, before.box[1] + 5]
        var corner = before.pixel(elsewhere[0], elsewhere[1])
        if (before.page.getAnnotations === undefined) return "skip"
    } catch (error) {
        return "skip"
    }
    print("opened")
    try {
        var after = look(folder + "/" + name + ".out.pdf", number)
        if (after.repaired) return "it has to be repaired"
        if (after.count != before.count) return "it has " + after.count + " pages instead of " + before.count
        var found = after.page.getAnnotations().filter(function (annotation) {
            var name = annotation.getObject().get("NM")
            return name && name.isString() && name.asString() == "fuzzed"
        })
        if (found.length != 1) return "the annotation is listed " + found.length + " times"
        var rect = found[0].getRect()
        var x = (rect[0] + rect[2]) / 2, y = (rect[1] + rect[3]) / 2
        var color = after.pixel(x, y)
        if (rect[2] - rect[0] > 3 && rect[3] - rect[1] > 3 && Math.abs(x) < 1e6 && Math.abs(y) < 1e6)
            if (color[0] < 250 || color[2] > 5) return "the annotation is drawn in the colour " + color
        if (rect[0] > elsewhere[0] + 4 && rect[1] > elsewhere[1] + 4)
            if (String(after.pixel(elsewhere[0], elsewhere[1])) != String(corner)) return "the corner is drawn otherwise"
    } catch (error) {
        return "it cannot be read: " + error
    }
    return "ok"
}

for (var index = 1; index + 1 < scriptArgs.length; index += 2)
    print("verdict " + judge(scriptArgs[0], scriptArgs[index], Number(scriptArgs[index + 1])))

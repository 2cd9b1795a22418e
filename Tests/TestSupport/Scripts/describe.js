// mutool run describe.js FILE [PASSWORD]: prints each page's box and annotations and links as MuPDF sees them, as one line of JSON.
// It ends before the first page that is not there, although the page tree counts it.
// MuPDF 1.25 has getBounds and getURI in place of bound and uri.
// Boxes are points from the top left corner of the page as it is shown; transform leads there from user space.
var document = new PDFDocument(scriptArgs[0])
if (scriptArgs.length > 1) document.authenticatePassword(scriptArgs[1])
var pages = []
for (var index = 0; index < document.countPages(); index++) {
    try {
        var page = document.loadPage(index)
    } catch (error) {
        break
    }
    var annotations = page.getAnnotations().map(function (annotation) {
        var name = annotation.getObject().get("NM")
        return {
            subtype: annotation.getType(),
            contents: annotation.getContents(),
            name: name && name.isString() ? name.asString() : null,
            language: annotation.getLanguage() || null,
        }
    })
    // An address, or a page of the document.
    var links = page.getLinks().map(function (link) {
        var uri = link.getURI ? link.getURI() : link.uri
        var target = /^#page=([0-9]+)/.exec(uri)
        return target ? "page " + target[1] : uri
    })
    var box = page.getBounds ? page.getBounds() : page.bound()
    pages.push({ box: box, transform: page.getTransform(), annotations: annotations, links: links })
}
print(JSON.stringify(pages))

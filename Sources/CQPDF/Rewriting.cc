// Rewrites a document.
#define POINTERHOLDER_TRANSITION 4

#include "CQPDFDocument.hh"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <qpdf/QPDFWriter.hh>
#include <set>

namespace {

struct Progress : QPDFWriter::ProgressReporter {
    const cqpdf_rewriting *options;

    explicit Progress(const cqpdf_rewriting *options) : options(options) {}
    void reportProgress(int percentage) override { options->progress(percentage, options->context); }
};

/// The name for which libqpdf writes the right one, where its version writes number signs as they are.
std::string escaped(const std::string &name)
{
    std::string text;
    for (char c : name) text += c == '#' ? "#23" : std::string(1, c);
    return text;
}

bool hasNumberSign(const std::string &name) { return name.find('#') != std::string::npos; }

/// Escapes the names within a direct object; libqpdf limits the nesting of the objects it reads.
void escapeNames(QPDFObjectHandle object)
{
    if (object.isStream()) return escapeNames(object.getDict());
    if (object.isArray()) {
        for (int index = 0; index < object.getArrayNItems(); ++index) {
            auto item = object.getArrayItem(index);
            if (item.isIndirect()) continue;
            if (item.isName() && hasNumberSign(item.getName())) {
                object.setArrayItem(index, QPDFObjectHandle::newName(escaped(item.getName())));
            } else {
                escapeNames(item);
            }
        }
    } else if (object.isDictionary()) {
        for (auto &[key, value] : object.getDictAsMap()) {
            auto entry = value;
            if (!entry.isIndirect()) {
                if (entry.isName() && hasNumberSign(entry.getName())) {
                    entry = QPDFObjectHandle::newName(escaped(entry.getName()));
                    object.replaceKey(key, entry);
                } else {
                    escapeNames(entry);
                }
            }
            if (!hasNumberSign(key)) continue;
            object.removeKey(key);
            object.replaceKey(escaped(key), entry);
        }
    }
}

void escapeNames(QPDF &pdf)
{
    if (QPDFObjectHandle::newName("/#1").unparse() == "/#231") return;
    for (auto &object : pdf.getAllObjects()) {
        if (object.isName() && hasNumberSign(object.getName())) {
            pdf.replaceObject(object.getObjGen(), QPDFObjectHandle::newName(escaped(object.getName())));
        } else {
            escapeNames(object);
        }
    }
    escapeNames(pdf.getTrailer());
}

/// libqpdf takes the length of the key that it writes from `/Length`, and writes no key at all where that entry is
/// missing (ISO 32000-2, 7.6.2).
void stateKeyLength(QPDF &pdf)
{
    if (!pdf.isEncrypted()) return;
    const auto bits = static_cast<long long>(pdf.getEncryptionKey().size() * 8);
    pdf.getTrailer().getKey("/Encrypt").replaceKey("/Length", QPDFObjectHandle::newInteger(bits));
}

/// Readers show no more pages than `/Count` says. Of a linearized file, they show the number that it states at its
/// beginning (ISO 32000-2, F.3.3), which libqpdf takes from the leaves of the page tree.
void checkForHiddenPages(QPDF &pdf)
{
    auto count = pdf.getRoot().getKey("/Pages").getKey("/Count");
    if (count.isInteger() && count.getIntValue() < static_cast<long long>(pdf.getAllPages().size())) {
        throw std::runtime_error("the page tree has more pages than its /Count says");
    }
}

/// Returns the number of pages that a node of the page tree has, or is, after lowering the counts in it. A kid that is not there
/// is one where `/Count` includes it.
long long lowerCount(QPDFObjectHandle node, int depth, std::map<QPDFObjGen, long long> &known)
{
    if (!node.isDictionary() || depth == depthOfTree) return 0;
    auto kids = node.getKey("/Kids");
    if (!kids.isArray()) return 1;
    if (node.isIndirect()) {
        // A kid that leads back to the node has no pages of its own.
        const auto [place, isNew] = known.insert({node.getObjGen(), 0});
        if (!isNew) return place->second;
    }
    long long pages = 0, missing = 0;
    for (auto &kid : kids.getArrayAsVector()) {
        pages += lowerCount(kid, depth + 1, known);
        if (!kid.isDictionary()) ++missing;
    }
    auto count = node.getKey("/Count");
    if (count.isInteger() && count.getIntValue() == pages + missing) pages += missing;
    if (count.isInteger() && count.getIntValue() > pages) node.replaceKey("/Count", QPDFObjectHandle::newInteger(pages));
    if (node.isIndirect()) known[node.getObjGen()] = pages;
    return pages;
}

/// Throws where libqpdf would decode more data of a stream than `limit` bytes. It copies what has the Flate filter alone.
void checkData(QPDF &pdf, size_t limit)
{
    for (auto &object : pdf.getAllObjects()) {
        if (!object.isStream()) continue;
        const std::string filter = object.getDict().getKey("/Filter").unparseResolved();
        if (filter == "null" || filter == "/FlateDecode") continue;
        Collector counted(limit, false);
        bool is_decoded = false;
        counted.isFilled([&] {
            return object.pipeStreamData(&counted, &is_decoded, 0, qpdf_dl_generalized, true);
        });
        if (counted.isTooSmall()) {
            throw std::runtime_error(
                "the data of object " + object.getObjGen().unparse(' ') + " is larger than "
                + std::to_string(limit >> 20) + " MiB when it is decoded");
        }
    }
}

/// Deeper objects would exhaust the stack: libqpdf follows them, in linearizing, by calling itself.
const size_t depthLimit = 5000;

/// Throws where the objects that an object leads to are nested too deeply, in the order in which libqpdf visits them.
void checkDepth(QPDFObjectHandle start)
{
    std::vector<std::vector<QPDFObjectHandle>> waiting;
    std::set<QPDFObjGen> visited;
    const auto enter = [&](QPDFObjectHandle object) {
        const bool isPage = object.isDictionaryOfType("/Page");
        if (isPage && !waiting.empty()) return;
        if (object.isIndirect() && !visited.insert(object.getObjGen()).second) return;
        std::vector<QPDFObjectHandle> parts;
        if (object.isArray()) {
            parts = object.getArrayAsVector();
        } else if (object.isDictionary() || object.isStream()) {
            for (auto &[key, value] : (object.isStream() ? object.getDict() : object).getDictAsMap()) {
                if (!isPage || key != "/Parent") parts.push_back(value);
            }
        }
        if (parts.empty()) return;
        if (waiting.size() == depthLimit) throw std::runtime_error("its objects are nested too deeply to be linearized");
        std::reverse(parts.begin(), parts.end());
        waiting.push_back(std::move(parts));
    };
    enter(start);
    while (!waiting.empty()) {
        if (waiting.back().empty()) {
            waiting.pop_back();
            continue;
        }
        const auto next = waiting.back().back();
        waiting.back().pop_back();
        enter(next);
    }
}

void checkDepth(QPDF &pdf)
{
    for (auto &[key, value] : pdf.getTrailer().getDictAsMap()) {
        if (key != "/Root") checkDepth(value);
    }
    for (auto &[key, value] : pdf.getRoot().getDictAsMap()) checkDepth(value);
    for (auto &page : pdf.getAllPages()) checkDepth(page);
}

}  // namespace

void lowerCounts(QPDF &pdf)
{
    std::map<QPDFObjGen, long long> known;
    lowerCount(pdf.getRoot().getKey("/Pages"), 0, known);
}

void copyText(const std::string &text, char *place, size_t capacity)
{
    if (capacity == 0) return;
    const size_t length = std::min(text.size(), capacity - 1);
    std::memcpy(place, text.data(), length);
    place[length] = 0;
}

void *cqpdf_write(
    cqpdf_document *document, const cqpdf_rewriting *options, size_t *length, char *failure, size_t capacity)
{
    try {
        QPDF &pdf = document->pdf;
        checkData(pdf, options->data_limit);
        if (options->linearize) checkDepth(pdf);
        escapeNames(pdf);
        stateKeyLength(pdf);
        lowerCounts(pdf);
        if (options->linearize) checkForHiddenPages(pdf);
        Collector data;
        QPDFWriter writer(pdf);
        writer.setOutputPipeline(&data);
        writer.setObjectStreamMode(options->object_streams);
        writer.setLinearization(options->linearize);
        if (options->decrypt) writer.setPreserveEncryption(false);
        // Writing the same document twice gives the same file; libqpdf cannot do that for encrypted documents.
        writer.setDeterministicID(!pdf.isEncrypted());
        if (options->progress != nullptr) writer.registerProgressReporter(std::make_shared<Progress>(options));
        writer.write();
        return data.take(length);
    } catch (std::exception &error) {
        copyText(error.what(), failure, capacity);
    } catch (...) {
        copyText("libqpdf failed", failure, capacity);
    }
    return nullptr;
}

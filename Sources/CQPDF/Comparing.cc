// Compares two readings of a document.
#define POINTERHOLDER_TRANSITION 4

#include "CQPDFDocument.hh"

#include <map>
#include <qpdf/Pl_String.hh>
#include <set>
#include <stdexcept>

namespace {

struct Difference : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The entries of a trailer about its own section and the file (7.5.5, 7.5.8.2); the encryption is compared separately.
const std::set<std::string> ofTheSection = {"/Size", "/Prev", "/XRefStm", "/Type", "/Index", "/W", "/Length", "/Filter",
    "/DecodeParms", "/ID", "/Encrypt"};
const std::set<std::string> ofTheData = {"/Length", "/Filter", "/DecodeParms"};
/// The attributes that pages inherit (7.7.3.4): in a linearized file, each page has them itself.
const std::set<std::string> inherited = {"/Resources", "/MediaBox", "/CropBox", "/Rotate"};
/// libqpdf records there which PDF version the file needs.
const std::set<std::string> ofTheVersion = {"/Extensions", "/Version"};

class Comparison {
public:
    /// The numbers of the objects to which the first document refers and that are null there.
    std::set<int> missing;

    void compare(QPDF &before, QPDF &after)
    {
        compareEncryption(before, after);
        catalog = before.getRoot().getObjGen();
        add(before.getTrailer(), after.getTrailer(), "the trailer", &ofTheSection);
        while (!waiting.empty()) {
            const Pair pair = waiting.back();
            waiting.pop_back();
            const bool isCatalog = pair.before.isIndirect() && pair.before.getObjGen() == catalog;
            const auto *skipped = isCatalog ? &ofTheVersion : pair.skipped;
            compareValues(pair.before, pair.after, pair.place, skipped);
        }
    }

private:
    struct Pair {
        QPDFObjectHandle before, after;
        std::string place;
        const std::set<std::string> *skipped;
    };
    std::vector<Pair> waiting;
    std::set<std::pair<QPDFObjGen, QPDFObjGen>> seen;
    /// Maps each new object to the object it was before.
    std::map<QPDFObjGen, QPDFObjGen> former;
    QPDFObjGen catalog;

    static void compareEncryption(QPDF &before, QPDF &after)
    {
        int permissions[2] = {}, revisions[2] = {};
        const bool is = before.isEncrypted(revisions[0], permissions[0]);
        if (is != after.isEncrypted(revisions[1], permissions[1]) || revisions[0] != revisions[1]
            || permissions[0] != permissions[1] || (is && before.getEncryptionKey() != after.getEncryptionKey())) {
            throw Difference("the encryption");
        }
    }

    void add(QPDFObjectHandle before, QPDFObjectHandle after, const std::string &place,
        const std::set<std::string> *skipped = nullptr)
    {
        if (before.isNull() && after.isNull()) {
            if (before.isIndirect()) missing.insert(before.getObjectID());
            return;
        }
        std::string here = place;
        if (before.isIndirect()) {
            const QPDFObjGen old = before.getObjGen(), now = after.getObjGen();
            here = "object " + old.unparse(' ');
            if (after.isIndirect()) {
                if (!seen.insert({old, now}).second) return;
                // One object may become two, as a page that occurs twice does in a linearized file; two never become
                // one.
                require(former.insert({now, old}).first->second == old, here + ", which has become another");
            }
        }
        waiting.push_back({before, after, here, skipped});
    }

    void compareValues(QPDFObjectHandle before, QPDFObjectHandle after, const std::string &place,
        const std::set<std::string> *skipped)
    {
        if (before.getTypeCode() != after.getTypeCode()) throw Difference(place);
        switch (before.getTypeCode()) {
        case ::ot_null: break;
        case ::ot_string: require(before.getStringValue() == after.getStringValue(), place); break;
        case ::ot_name: require(before.getName() == after.getName(), place); break;
        case ::ot_array: {
            const auto old = before.getArrayAsVector(), now = after.getArrayAsVector();
            require(old.size() == now.size(), place);
            for (size_t index = 0; index < old.size(); ++index) add(old[index], now[index], place);
            break;
        }
        case ::ot_dictionary: compareDictionaries(before, after, place, skipped); break;
        case ::ot_stream:
            compareDictionaries(before.getDict(), after.getDict(), place, &ofTheData);
            compareData(before, after, place);
            break;
        default: require(before.unparseResolved() == after.unparseResolved(), place);
        }
    }

    void compareDictionaries(QPDFObjectHandle before, QPDFObjectHandle after, const std::string &place,
        const std::set<std::string> *skipped)
    {
        const bool isInTree = !skipped && before.getKey("/Type").isName() && before.isIndirect();
        const bool isNode = isInTree && before.isDictionaryOfType("/Pages") && before.hasKey("/Kids");
        const bool isPage = isInTree && before.isDictionaryOfType("/Page");
        // With those that lead to nothing, which getKeys() leaves out.
        std::set<std::string> keys = after.getKeys();
        for (auto &[key, value] : before.getDictAsMap()) keys.insert(key);
        for (auto &key : keys) {
            if (skipped && skipped->count(key)) continue;
            if ((isNode || isPage) && inherited.count(key)) continue;
            add(before.getKey(key), after.getKey(key), place);
        }
        if (!isPage) return;
        for (auto &key : inherited) add(attribute(key, before), attribute(key, after), place);
    }

    /// The value that a page has or inherits.
    static QPDFObjectHandle attribute(const std::string &key, QPDFObjectHandle page)
    {
        for (int depth = 0; depth < depthOfTree && page.isDictionary(); ++depth) {
            auto value = page.getKey(key);
            if (!value.isNull()) return value;
            page = page.getKey("/Parent");
        }
        return QPDFObjectHandle::newNull();
    }

    static void require(bool isSame, const std::string &place)
    {
        if (!isSame) throw Difference(place);
    }

    void compareData(QPDFObjectHandle before, QPDFObjectHandle after, const std::string &place)
    {
        auto old = before.getDict(), now = after.getDict();
        // A stream that had its own encryption no longer has it (7.4.10), and even empty data may have become encoded.
        const std::string coding = old.getKey("/Filter").unparseResolved();
        const bool isCodedAlike = coding == now.getKey("/Filter").unparseResolved();
        if (isCodedAlike && coding.find("/Crypt") == std::string::npos
            && data(before, qpdf_dl_none) == data(after, qpdf_dl_none)) {
            add(old.getKey("/DecodeParms"), now.getKey("/DecodeParms"), place);
            return;
        }
        const auto decoded = data(before, qpdf_dl_generalized);
        require(decoded.second && decoded == data(after, qpdf_dl_generalized), "the data of " + place);
    }

    /// The data, decrypted and decoded to the requested level, and whether that succeeded.
    static std::pair<std::string, bool> data(QPDFObjectHandle stream, qpdf_stream_decode_level_e level)
    {
        std::string data;
        Pl_String collector("", nullptr, data);
        bool isFiltered = false;
        const bool isRead = stream.pipeStreamData(&collector, &isFiltered, 0, level, true);
        return {std::move(data), isRead && (level == qpdf_dl_none || isFiltered)};
    }
};

}  // namespace

bool cqpdf_is_same(cqpdf_document *before, cqpdf_document *after, char *difference, size_t capacity)
{
    Comparison comparison;
    bool isSame = false;
    try {
        lowerCounts(before->pdf);
        comparison.compare(before->pdf, after->pdf);
        isSame = true;
    } catch (std::exception &error) {
        copyText(error.what(), difference, capacity);
    } catch (...) {
        copyText("what was written", difference, capacity);
    }
    before->missing.assign(comparison.missing.begin(), comparison.missing.end());
    return isSame;
}

const int *cqpdf_missing(cqpdf_document *document, size_t *count)
{
    *count = document->missing.size();
    return document->missing.data();
}

// Reads a document: its objects as values, its streams, and what libqpdf complains of.
#define POINTERHOLDER_TRANSITION 4

#include "CQPDFDocument.hh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <qpdf/Pl_Flate.hh>
#include <qpdf/QPDFLogger.hh>
#include <string_view>

namespace {

/// Writes values as cqpdf_value describes.
class Encoder {
public:
    size_t values = 0;

    Encoder(std::string &text, cqpdf_entries entries) : text(text), entries(entries) { text.clear(); }

    /// Writes the value of an object, or of a direct value. libqpdf limits the nesting of the objects that it reads.
    void add(QPDFObjectHandle value)
    {
        ++values;
        switch (value.getTypeCode()) {
        case ot_boolean: return addKind(value.getBoolValue() ? 't' : 'f');
        case ot_integer: addKind('i'); return addNumber<int64_t>(value.getIntValue());
        case ot_real: addKind('r'); return addText(value.getRealValue());
        case ot_string: addKind('s'); return addText(value.getStringValue());
        case ot_name: addKind('n'); return addText(std::string_view(value.getName()).substr(1));
        case ot_array: return addArray(value);
        case ot_dictionary: return addDictionary(value);
        case ot_stream: addKind('S'); return addDictionary(value.getDict());
        default: addKind('0');
        }
    }

    /// Writes a value within another one: a reference stays a reference, and is null where no object can have its numbers.
    void addPart(QPDFObjectHandle value)
    {
        if (!value.isIndirect()) return add(value);
        ++values;
        if (!isPossible(value)) return addKind('0');
        addKind('R');
        addNumber<int32_t>(value.getObjectID());
        addNumber<int32_t>(value.getGeneration());
    }

private:
    std::string &text;
    const cqpdf_entries entries;

    /// Whether an object can have the numbers of a reference (ISO 32000-2, 7.3.10 and 7.5.4). libqpdf reads every number beyond an
    /// int as the greatest one.
    static bool isPossible(QPDFObjectHandle &reference)
    {
        return reference.getObjectID() < std::numeric_limits<int>::max() && reference.getGeneration() <= 65535;
    }

    void addKind(char kind) { text += kind; }

    template <class Number> void addNumber(Number number)
    {
        text.append(reinterpret_cast<const char *>(&number), sizeof number);
    }

    void addText(std::string_view value)
    {
        addNumber<uint32_t>(value.size());
        text.append(value);
    }

    void addArray(QPDFObjectHandle array)
    {
        const auto items = array.getArrayAsVector();
        addKind('[');
        addNumber<uint32_t>(items.size());
        for (auto &item : items) addPart(item);
    }

    void addDictionary(QPDFObjectHandle dictionary)
    {
        addKind('<');
        const size_t place = text.size();
        uint32_t count = 0;
        addNumber(count);
        for (auto &[key, value] : dictionary.getDictAsMap()) {
            auto entry = value;
            const bool is_certain = entries == cqpdf_entries_all && entry.isIndirect() && isPossible(entry);
            if (!is_certain && entry.isNull()) continue;
            addText(std::string_view(key).substr(1));
            addPart(entry);
            ++count;
        }
        text.replace(place, sizeof count, reinterpret_cast<const char *>(&count), sizeof count);
    }
};

/// Sets `result` to the value of an object.
template <class Write>
bool encode(cqpdf_document *document, cqpdf_entries entries, cqpdf_value *result, Write write)
{
    return guarded(document, false, [&](QPDF &pdf) {
        Encoder encoder(document->text, entries);
        if (!write(pdf, encoder)) return false;
        *result = {reinterpret_cast<const uint8_t *>(document->text.data()), document->text.size(), encoder.values};
        return true;
    });
}

void describe(const QPDFExc &problem, cqpdf_diagnostic *diagnostic)
{
    *diagnostic = {problem.getErrorCode(), problem.getMessageDetail().c_str(), problem.getFilePosition(), 0, 0};
    // Such as "object 5 0", or "object stream 9: object 5 0"; "object 5 0 at offset 9" is about a value in it.
    const std::string &object = problem.getObject();
    const size_t place = object.rfind("object ");
    int number = 0, generation = 0, length = 0;
    if (place == std::string::npos) {
        // An object that cannot be converted is named in the message itself, "object 5/0: …".
        if (std::sscanf(diagnostic->detail, "object %d/%d:", &number, &generation) != 2) return;
    } else {
        const char *text = object.c_str() + place;
        if (std::sscanf(text, "object %d %d%n", &number, &generation, &length) != 2 || text[length] != 0) return;
    }
    diagnostic->number = number;
    diagnostic->generation = generation;
}

}  // namespace

cqpdf_document *cqpdf_open(const void *bytes, size_t count, const char *password, bool recover)
{
    auto *document = new (std::nothrow) cqpdf_document();
    if (document == nullptr) return nullptr;
    guarded(document, false, [&](QPDF &pdf) {
        pdf.setSuppressWarnings(true);
        // libqpdf 12 has warnings of objects that belong to no document, and writes them to the terminal. All threads have one
        // logger, which no two may change at once: it is changed with the first document.
        static const bool isSilenced = [] {
            QPDFLogger::defaultLogger()->setError(QPDFLogger::defaultLogger()->discard());
            return true;
        }();
        static_cast<void>(isSilenced);
        pdf.setAttemptRecovery(recover);
        pdf.processMemoryFile("", static_cast<const char *>(bytes), count, password);
        return true;
    });
    return document;
}

void cqpdf_close(cqpdf_document *document) { delete document; }

bool cqpdf_take_warning(cqpdf_document *document, cqpdf_diagnostic *warning)
{
    return guarded(document, false, [&](QPDF &pdf) {
        if (document->warnings.empty()) {
            if (!pdf.anyWarnings()) return false;
            for (auto &next : pdf.getWarnings()) document->warnings.push_back(next);
        }
        if (document->warnings.empty()) return false;
        document->taken = document->warnings.front();
        document->warnings.pop_front();
        describe(document->taken, warning);
        return true;
    });
}

bool cqpdf_take_error(cqpdf_document *document, cqpdf_diagnostic *error)
{
    if (document->error == nullptr) return false;
    const auto taken = std::move(document->error);
    return guarded(document, false, [&](QPDF &) {
        document->taken = *taken;
        describe(document->taken, error);
        return true;
    });
}

bool cqpdf_is_remark(const char *warning)
{
    const std::string_view text(warning);
    for (std::string_view beginning :
         {"file is damaged", "Attempting to reconstruct", "attempting to recover", "recovered stream length"}) {
        if (text.substr(0, beginning.size()) == beginning) return true;
    }
    return false;
}

bool cqpdf_get_properties(cqpdf_document *document, cqpdf_properties *properties)
{
    return guarded(document, false, [&](QPDF &pdf) {
        document->text = pdf.getPDFVersion();
        auto trailer = pdf.getTrailer().getDictAsMap();
        const bool lacks_encryption = !pdf.isEncrypted() && trailer["/Encrypt"].isIndirect();
        *properties = {document->text.c_str(), pdf.isEncrypted(), lacks_encryption, pdf.allowModifyAnnotation()};
        return true;
    });
}

bool cqpdf_get_access(cqpdf_document *document, cqpdf_access *access)
{
    return guarded(document, false, [&](QPDF &pdf) {
        const std::string key = pdf.getEncryptionKey();
        if (key.empty() || key.size() > CQPDF_KEY_CAPACITY) return false;
        std::copy(key.begin(), key.end(), access->key);
        access->key_length = key.size();
        access->is_owner = pdf.ownerPasswordMatched();
        return true;
    });
}

bool cqpdf_read_object(
    cqpdf_document *document, int number, int generation, cqpdf_entries entries, cqpdf_value *value)
{
    return encode(document, entries, value, [&](QPDF &pdf, Encoder &encoder) {
        encoder.add(pdf.getObjectByID(number, generation));
        return true;
    });
}

bool cqpdf_read_entry(cqpdf_document *document, int number, int generation, const char *key, cqpdf_value *value)
{
    return encode(document, cqpdf_entries_there, value, [&](QPDF &pdf, Encoder &encoder) {
        auto object = pdf.getObjectByID(number, generation);
        if (!object.isDictionary()) return false;
        encoder.addPart(object.getKey(key));
        return true;
    });
}

bool cqpdf_read_trailer(cqpdf_document *document, cqpdf_value *value)
{
    return encode(document, cqpdf_entries_there, value, [&](QPDF &pdf, Encoder &encoder) {
        encoder.add(pdf.getTrailer());
        return true;
    });
}

void *cqpdf_stream_data(
    cqpdf_document *document, int number, int generation, bool encoded, size_t limit, size_t *count)
{
    *count = 0;
    return guarded(document, static_cast<void *>(nullptr), [&](QPDF &pdf) -> void * {
        auto stream = pdf.getObjectByID(number, generation);
        if (!stream.isStream()) return nullptr;
        Collector data(limit);
        bool is_decoded = false;
        const auto level = encoded ? qpdf_dl_none : qpdf_dl_generalized;
        const bool is_read = data.isFilled([&] { return stream.pipeStreamData(&data, &is_decoded, 0, level, false, false); });
        if (data.isTooSmall()) *count = limit + 1;
        if (!is_read) return nullptr;
        if (!is_decoded && !encoded) return nullptr;
        return data.take(count);
    });
}

void *cqpdf_inflate(const void *bytes, size_t count, size_t limit, size_t *inflated_count)
{
    try {
        Collector data(limit);
        Pl_Flate flate("", &data, Pl_Flate::a_inflate);
        flate.write(static_cast<unsigned char const *>(bytes), count);
        flate.finish();
        return data.take(inflated_count);
    } catch (...) {
        return nullptr;
    }
}

void *cqpdf_deflate(const void *bytes, size_t count, size_t *length)
{
    try {
        Collector data;
        Pl_Flate deflate("deflate", &data, Pl_Flate::a_deflate);
        deflate.write(static_cast<const unsigned char *>(bytes), count);
        deflate.finish();
        return data.take(length);
    } catch (...) {
        return nullptr;
    }
}

void cqpdf_free(void *memory) { std::free(memory); }

const void *cqpdf_find_word(const void *start, size_t count, const void *word, size_t length)
{
    return memmem(start, count, word, length);
}

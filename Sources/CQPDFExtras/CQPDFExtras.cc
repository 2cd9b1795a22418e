// The modern pointer types, as libqpdf asks its users to choose.
#define POINTERHOLDER_TRANSITION 4

#include "CQPDFExtras.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <qpdf/QPDF.hh>

namespace {

/// Reads the file as the C interface does, strictly or with repairs; throws where that fails.
void read(QPDF &pdf, const void *bytes, size_t count, const char *password, int repairs)
{
    pdf.setSuppressWarnings(true);
    pdf.setAttemptRecovery(repairs != 0);
    pdf.processMemoryFile("", static_cast<const char *>(bytes), count, password);
}

/// The object with all entries; libqpdf bounds the nesting of what it reads.
std::string whole(QPDFObjectHandle object)
{
    if (object.isArray()) {
        std::string text = "[";
        for (auto &item : object.getArrayAsVector()) text += " " + (item.isIndirect() ? item.unparse() : whole(item));
        return text + " ]";
    }
    if (object.isDictionary()) {
        std::string text = "<<";
        for (auto &[key, value] : object.getDictAsMap()) {
            text += " " + QPDFObjectHandle::newName(key).unparse() + " ";
            text += value.isIndirect() ? value.unparse() : whole(value);
        }
        return text + " >>";
    }
    if (object.isStream()) return whole(object.getDict()) + " stream";
    return object.unparseResolved();
}

}  // namespace

int cqpdf_open_encrypted(const void *bytes, size_t count, const char *password, int repairs, cqpdf_access *access)
{
    try {
        QPDF pdf;
        read(pdf, bytes, count, password, repairs);
        const std::string key = pdf.getEncryptionKey();
        if (key.empty() || key.size() > CQPDF_KEY_CAPACITY) return 0;
        std::copy(key.begin(), key.end(), access->key);
        access->key_length = key.size();
        access->is_owner = pdf.ownerPasswordMatched() ? 1 : 0;
        return 1;
    } catch (...) {
        // The file was read once already, so what is wrong with it has been told.
        return 0;
    }
}

char *cqpdf_whole_object(
    const void *bytes, size_t count, const char *password, int repairs, int number, int generation, size_t *length)
{
    try {
        QPDF pdf;
        read(pdf, bytes, count, password, repairs);
        const std::string text = whole(pdf.getObjectByID(number, generation));
        auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
        if (copy == nullptr) return nullptr;
        std::memcpy(copy, text.c_str(), text.size() + 1);
        *length = text.size();
        return copy;
    } catch (...) {
        return nullptr;
    }
}

void cqpdf_free(char *text) { std::free(text); }

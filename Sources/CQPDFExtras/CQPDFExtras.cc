// Selects the modern pointer types, as libqpdf asks its users to do.
#define POINTERHOLDER_TRANSITION 4

#include "CQPDFFile.hh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <qpdf/QPDFXRefEntry.hh>
#include <string_view>

namespace {

/// The object with all entries; libqpdf limits the nesting of the objects it reads.
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
            // A direct null, unlike a reference to null, equals an absent entry (ISO 32000-2, 7.3.7).
            if (!value.isIndirect() && value.isNull()) continue;
            text += " " + spelled(key) + " ";
            text += value.isIndirect() ? value.unparse() : whole(value);
        }
        return text + " >>";
    }
    if (object.isStream()) return whole(object.getDict()) + " stream";
    if (object.isName()) return spelled(object.getName());
    return object.unparseResolved();
}

/// Whether a warning is about the file, and not about a name that is written as it is.
bool isComplaint(const QPDFExc &warning)
{
    const std::string &text = warning.getMessageDetail();
    return !cqpdf_is_remark(text.c_str()) && text.rfind("name with stray #", 0) != 0;
}

struct Finding {
    bool was_read = false;
    bool is_null = true;
    std::string complaint;
    long long place = 0;

    void add(const std::string &text, long long offset)
    {
        if (!complaint.empty()) return;
        complaint = text;
        place = offset;
    }
};

using Findings = std::map<QPDFObjGen, Finding>;

/// Reads the object and records what is wrong with it, or with another object that is read for it. Recovery may change
/// the table meanwhile.
void inspect(QPDF &pdf, const QPDFObjGen &number, Findings &findings)
{
    if (findings[number].was_read) return;
    findings[number].was_read = true;
    try {
        findings[number].is_null = pdf.getObjectByObjGen(number).isNull();
    } catch (std::exception &error) {
        findings[number].add(error.what(), 0);
    }
    for (auto &warning : pdf.getWarnings()) {
        if (!isComplaint(warning)) continue;
        int object = 0, generation = 0;
        findings[number].add(warning.getMessageDetail(), warning.getFilePosition());
        // The object that the warning names is usually right, but for a stream it may be the object of the length.
        if (std::sscanf(warning.getObject().c_str(), "object %d %d", &object, &generation) != 2) continue;
        findings[QPDFObjGen(object, generation)].add(warning.getMessageDetail(), warning.getFilePosition());
    }
}

/// An entry of type 1 or 2 of the table, before its object is read.
cqpdf_entry row(const QPDFObjGen &number, const QPDFXRefEntry &entry)
{
    const bool is_member = entry.getType() == 2;
    const long long place = is_member ? entry.getObjStreamNumber() : entry.getOffset();
    return {number.getObj(), number.getGen(), place, is_member ? entry.getObjStreamIndex() : -1, 0, nullptr, 0};
}

}  // namespace

cqpdf_file *cqpdf_open(const void *bytes, size_t count, const char *password, int recover)
{
    try {
        auto file = std::make_unique<cqpdf_file>();
        file->pdf.setSuppressWarnings(true);
        file->pdf.setAttemptRecovery(recover != 0);
        file->pdf.processMemoryFile("", static_cast<const char *>(bytes), count, password);
        return file.release();
    } catch (...) {
        // The file has been read once already, so its errors have been reported.
        return nullptr;
    }
}

void cqpdf_close(cqpdf_file *file) { delete file; }

int cqpdf_get_access(cqpdf_file *file, cqpdf_access *access)
{
    try {
        const std::string key = file->pdf.getEncryptionKey();
        if (key.empty() || key.size() > CQPDF_KEY_CAPACITY) return 0;
        std::copy(key.begin(), key.end(), access->key);
        access->key_length = key.size();
        access->is_owner = file->pdf.ownerPasswordMatched() ? 1 : 0;
        return 1;
    } catch (...) {
        return 0;
    }
}

char *cqpdf_whole_object(cqpdf_file *file, int number, int generation, size_t *length)
{
    try {
        const std::string text = whole(file->pdf.getObjectByID(number, generation));
        auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
        if (copy == nullptr) return nullptr;
        std::memcpy(copy, text.c_str(), text.size() + 1);
        *length = text.size();
        return copy;
    } catch (...) {
        return nullptr;
    }
}

void cqpdf_free(void *memory) { std::free(memory); }

int cqpdf_find(cqpdf_file *file, int number, cqpdf_entry *entry)
{
    try {
        if (file->table.empty()) file->table = file->pdf.getXRefTable();
        const auto found = file->table.lower_bound(QPDFObjGen(number, 0));
        if (found == file->table.end() || found->first.getObj() != number) return 0;
        if (found->second.getType() != 1 && found->second.getType() != 2) return 0;
        *entry = row(found->first, found->second);
        return 1;
    } catch (...) {
        return 0;
    }
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

const cqpdf_entry *cqpdf_table(cqpdf_file *file, size_t *count, int limit, int *highest_number)
{
    try {
        QPDF &pdf = file->pdf;
        (void)pdf.getWarnings();
        Findings findings;
        for (auto &[number, entry] : pdf.getXRefTable()) inspect(pdf, number, findings);
        const auto table = pdf.getXRefTable();
        for (auto &[number, entry] : table) inspect(pdf, number, findings);
        file->entries.clear();
        file->complaints.clear();
        for (auto &[number, entry] : table) {
            // Entries of types unknown to the standard are null (ISO 32000-2, 7.5.8.3).
            if (entry.getType() != 1 && entry.getType() != 2) continue;
            const Finding &finding = findings[number];
            cqpdf_entry found = row(number, entry);
            found.is_null = finding.is_null;
            found.complaint_place = finding.place;
            if (!finding.complaint.empty()) {
                file->complaints.push_back(finding.complaint);
                found.complaint = file->complaints.back().c_str();
            }
            file->entries.push_back(found);
        }
        *highest_number = 0;
        for (auto &object : pdf.getAllObjects()) {
            if (object.getObjectID() <= limit) *highest_number = std::max(*highest_number, object.getObjectID());
        }
        *count = file->entries.size();
        return file->entries.data();
    } catch (...) {
        return nullptr;
    }
}

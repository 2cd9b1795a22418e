// Looks at the cross-reference table, and at every object that it lists.
#define POINTERHOLDER_TRANSITION 4

#include "CQPDFDocument.hh"

#include <algorithm>
#include <cstdio>

namespace {

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
    return {number.getObj(), number.getGen(), place, is_member ? entry.getObjStreamIndex() : -1, false, nullptr, 0};
}

}  // namespace

bool cqpdf_find(cqpdf_document *document, int number, cqpdf_entry *entry)
{
    try {
        if (document->table.empty()) document->table = document->pdf.getXRefTable();
        auto found = document->table.lower_bound(QPDFObjGen(number, 0));
        for (; found != document->table.end() && found->first.getObj() == number; ++found) {
            // libqpdf 11 adds an entry of type 0 for an object of a stream that it reads and that no section lists.
            if (found->second.getType() != 1 && found->second.getType() != 2) continue;
            *entry = row(found->first, found->second);
            return true;
        }
        return false;
    } catch (...) {
        return false;
    }
}

const cqpdf_entry *cqpdf_table(cqpdf_document *document, size_t *count)
{
    try {
        QPDF &pdf = document->pdf;
        (void)pdf.getWarnings();
        Findings findings;
        for (auto &[number, entry] : pdf.getXRefTable()) inspect(pdf, number, findings);
        const auto table = pdf.getXRefTable();
        for (auto &[number, entry] : table) inspect(pdf, number, findings);
        document->entries.clear();
        document->complaints.clear();
        for (auto &[number, entry] : table) {
            // Entries of types unknown to the standard are null (ISO 32000-2, 7.5.8.3).
            if (entry.getType() != 1 && entry.getType() != 2) continue;
            const Finding &finding = findings[number];
            cqpdf_entry found = row(number, entry);
            found.is_null = finding.is_null;
            found.complaint_place = finding.place;
            if (!finding.complaint.empty()) {
                document->complaints.push_back(finding.complaint);
                found.complaint = document->complaints.back().c_str();
            }
            document->entries.push_back(found);
        }
        *count = document->entries.size();
        return document->entries.data();
    } catch (...) {
        return nullptr;
    }
}

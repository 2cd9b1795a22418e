// Declarations that the functions of this module share.
#pragma once

#include "CQPDF.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFXRefEntry.hh>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct cqpdf_document {
    QPDF pdf;
    /// What the last call returned a pointer to.
    std::string text;
    std::list<QPDFExc> warnings;
    std::unique_ptr<QPDFExc> error;
    QPDFExc taken{qpdf_e_success, "", "", 0, ""};
    std::vector<cqpdf_entry> entries;
    std::deque<std::string> complaints;
    std::map<QPDFObjGen, QPDFXRefEntry> table;
    std::vector<int> missing;
};

/// Returns the result of `body`; where it throws, keeps the error for cqpdf_take_error and returns `failure`. The codes
/// are those of libqpdf's own C interface.
template <class Result, class Body> Result guarded(cqpdf_document *document, Result failure, Body body)
{
    try {
        return body(document->pdf);
    } catch (QPDFExc &error) {
        document->error = std::make_unique<QPDFExc>(error);
    } catch (std::runtime_error &error) {
        document->error = std::make_unique<QPDFExc>(qpdf_e_system, "", "", 0, error.what());
    } catch (std::exception &error) {
        document->error = std::make_unique<QPDFExc>(qpdf_e_internal, "", "", 0, error.what());
    } catch (...) {
        document->error = std::make_unique<QPDFExc>(qpdf_e_internal, "", "", 0, "libqpdf failed");
    }
    return failure;
}

/// Collects up to so many bytes in one block, which realloc(3) extends in place where it can.
class Collector : public Pipeline {
public:
    /// - Parameter keeps: whether the bytes are collected, and not only counted.
    explicit Collector(size_t limit = SIZE_MAX, bool keeps = true) : Pipeline("", nullptr), limit(limit), keeps(keeps) {}
    ~Collector() override { std::free(start); }

    void write(unsigned char const *bytes, size_t added) override
    {
        if (added > limit - count) {
            is_too_small = true;
            throw std::length_error("too much data");
        }
        if (keeps) {
            if (added > capacity - count) grow(count + added);
            if (added > 0) std::memcpy(start + count, bytes, added);
        }
        count += added;
    }
    void finish() override {}

    /// Whether there was more data than the limit; libqpdf may have caught the error.
    bool isTooSmall() const { return is_too_small; }

    /// Returns the result of `write`, which writes to this; false where there was too much.
    template <class Write> bool isFilled(Write write)
    {
        try {
            return write() && !is_too_small;
        } catch (std::length_error &) {
            return false;
        }
    }

    /// Returns the block, which cqpdf_free frees, also where nothing was written.
    void *take(size_t *length)
    {
        if (start == nullptr) grow(1);
        *length = count;
        return std::exchange(start, nullptr);
    }

private:
    size_t limit;
    bool keeps;
    bool is_too_small = false;
    size_t count = 0;
    size_t capacity = 0;
    unsigned char *start = nullptr;

    void grow(size_t least)
    {
        const auto next = std::max<size_t>({least, capacity + capacity / 2, 4096});
        const auto block = static_cast<unsigned char *>(std::realloc(start, next));
        if (block == nullptr) throw std::bad_alloc();
        start = block;
        capacity = next;
    }
};

/// Deeper than any page tree that a writer creates.
const int depthOfTree = 200;

/// Sets each `/Count` in the page tree that is higher than the number of leaves below it to that number, as readers that
/// count pages do: some draw nothing where it is higher than the number of objects.
void lowerCounts(QPDF &pdf);

/// Copies as much of a message as fits.
void copyText(const std::string &text, char *place, size_t capacity);

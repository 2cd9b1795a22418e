// Declarations that the functions of this module share.
#pragma once

#include "CQPDF.h"

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFXRefEntry.hh>
#include <string>
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

/// Returns a copy of the bytes that cqpdf_free frees; throws where there is no memory.
void *copied(const void *bytes, size_t count);

/// Copies as much of a message as fits.
void copyText(const std::string &text, char *place, size_t capacity);

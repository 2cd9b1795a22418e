// Declarations that the functions of this module share.
#pragma once

#include "CQPDFExtras.h"

#include <deque>
#include <map>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFXRefEntry.hh>
#include <string>
#include <vector>

struct cqpdf_file {
    QPDF pdf;
    std::vector<cqpdf_entry> entries;
    std::deque<std::string> complaints;
    std::map<QPDFObjGen, QPDFXRefEntry> table;
};

/// A name with its solidus as it is written in a file (ISO 32000-2, 7.3.5). libqpdf keeps a number sign that is not
/// followed by two digits as a null character, and some of its versions write every number sign as it is.
std::string spelled(const std::string &name);

/// Copies as much of a message as fits.
void copyText(const std::string &text, char *place, size_t capacity);

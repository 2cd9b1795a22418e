// What the functions of this module share.
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

/// A name with its solidus as it is to stand in a file (ISO 32000-2, 7.3.5). libqpdf keeps a number sign that no two
/// digits follow as a null character, and some of its versions write every number sign as it is.
std::string spelled(const std::string &name);

/// Copies a message as far as there is room.
void copyText(const std::string &text, char *place, size_t capacity);

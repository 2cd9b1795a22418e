#pragma once
#include <expat_external.h>
// Expat 2.8 prefers functions with 64-bit results, which 2.5 does not have.
#undef XML_ATTR_DEPRECATED
#define XML_ATTR_DEPRECATED(message)
#include <expat.h>

// Every call takes paths: whoever makes one needs the type, also without a string literal.
@_exported public import struct SystemPackage.FilePath

#!/usr/bin/env python3
"""Makes the images of this directory: four fields, red and green above blue and white. Needs PyMuPDF for the JPEG files.

    .build/readers/bin/python Fixtures/images/make.py
"""
import pathlib
import struct
import zlib

import pymupdf

here = pathlib.Path(__file__).parent
width, height = 32, 16
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def field(x, y):
    return [[RED, GREEN], [BLUE, WHITE]][y >= height // 2][x >= width // 2]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(name, bits, kind, sample, before=b"", interlaced=False, size=(width, height), cut=None):
    """Writes a PNG file; `sample` returns the samples of a pixel."""

    def rows(xs, ys):
        data = b""
        for y in ys:
            line = "".join(f"{value:0{bits}b}" for x in xs for value in sample(x, y))
            line += "0" * (-len(line) % 8)
            data += b"\0" + int(line, 2).to_bytes(len(line) // 8, "big")
        return data

    if interlaced:
        passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
        data = b"".join(rows(range(x, width, dx), range(y, height, dy)) for x, dx, y, dy in passes)
    else:
        data = rows(range(width), range(height))
    header = struct.pack(">IIBBBBB", *size, bits, kind, 0, 0, interlaced)
    whole = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")
    (here / name).write_bytes(whole[:cut])


def gray(x, y):
    return sum(field(x, y)) // 3


palette = [RED, GREEN, BLUE, WHITE]
png("rgb.png", 8, 2, field)
png("rgba.png", 8, 6, lambda x, y: (*field(x, y), 0 if field(x, y) == WHITE else 255))
png("rgba16.png", 16, 6, lambda x, y: tuple(v * 257 for v in (*field(x, y), 0 if field(x, y) == WHITE else 255)))
png("interlaced.png", 8, 6, lambda x, y: (*field(x, y), 0 if field(x, y) == WHITE else 255), interlaced=True)
png("palette.png", 2, 3, lambda x, y: [palette.index(field(x, y))],
    chunk(b"PLTE", bytes(v for color in palette for v in color)) + chunk(b"tRNS", bytes([255, 255, 255, 0])))
png("gray.png", 8, 0, lambda x, y: [gray(x, y)])
png("gray1.png", 1, 0, lambda x, y: [int(field(x, y) == WHITE)])
png("gray-alpha.png", 8, 4, lambda x, y: [gray(x, y), 0 if field(x, y) == WHITE else 255])
png("cut.png", 8, 2, field, cut=80)
png("bomb.png", 8, 2, field, size=(60000, 60000))

samples = bytes(v for y in range(height) for x in range(width) for v in field(x, y))
rgb = pymupdf.Pixmap(pymupdf.csRGB, width, height, samples, False)
plain = rgb.tobytes("jpeg", jpg_quality=95)
(here / "rgb.jpg").write_bytes(plain)
(here / "gray.jpg").write_bytes(pymupdf.Pixmap(pymupdf.csGRAY, rgb).tobytes("jpeg", jpg_quality=95))
(here / "cut.jpg").write_bytes(plain[: len(plain) - 60])
# Exif says: turn it to the right by 90 degrees.
tiff = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 1) + struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) + bytes(4)
exif = b"Exif\0\0" + tiff
(here / "turned.jpg").write_bytes(plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:])
cmyk = {RED: (0, 255, 255, 0), GREEN: (255, 0, 255, 0), BLUE: (255, 255, 0, 0), WHITE: (0, 0, 0, 0)}
# Adobe's programs invert the samples; MuPDF writes their marker, and the samples as they are.
inks = bytes(255 - v for y in range(height) for x in range(width) for v in cmyk[field(x, y)])
adobe = pymupdf.Pixmap(pymupdf.csCMYK, width, height, inks, False).tobytes("jpeg", jpg_quality=95)
(here / "cmyk.jpg").write_bytes(adobe)

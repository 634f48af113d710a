package dev.tradewind.batch.image;

/**
 * Scans of a JPEG file. Each of them is a pass over all pixels, however few bytes it has, and a
 * progressive file may have any number of them: the decoder cannot be stopped between them.
 *
 * @param isProgressive whether all scans are decoded before the first pixel is
 * @param count of its scans, or more: bytes behind the first one that look like a scan count too
 */
record JpegScans(boolean isProgressive, int count) {

  private static final int MARKER = 0xff;
  private static final int START_OF_IMAGE = 0xd8;
  private static final int START_OF_SCAN = 0xda;

  /** Scans of a file; none of one of another format. */
  static JpegScans of(byte[] file) {
    boolean isProgressive = false;
    if (!isMarker(file, 0) || code(file, 1) != START_OF_IMAGE) {
      return new JpegScans(false, 0);
    }
    // Segments before the first scan are skipped by their lengths, as the decoder does: metadata of
    // a photograph holds a smaller image of it.
    int at = 2;
    while (at + 3 < file.length && code(file, at + 1) != START_OF_SCAN) {
      int code = code(file, at + 1);
      if (!isMarker(file, at) || code == MARKER) {
        at++;
      } else {
        isProgressive |= code >= 0xc0 && code <= 0xcf && (code & 3) == 2 && code != 0xc4;
        at += hasLength(code) ? 2 + (code(file, at + 2) << 8 | code(file, at + 3)) : 2;
      }
    }
    int count = 0;
    for (; at + 1 < file.length; at++) {
      if (isMarker(file, at) && code(file, at + 1) == START_OF_SCAN) {
        count++;
      }
    }
    return new JpegScans(isProgressive, count);
  }

  private static boolean hasLength(int code) {
    return code != 0 && code != 1 && (code < 0xd0 || code > START_OF_IMAGE);
  }

  private static boolean isMarker(byte[] file, int at) {
    return code(file, at) == MARKER;
  }

  private static int code(byte[] file, int at) {
    return at < file.length ? file[at] & 0xff : 0;
  }
}

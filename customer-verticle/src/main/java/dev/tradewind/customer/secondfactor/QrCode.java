package dev.tradewind.customer.secondfactor;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;

/** QR code of a text as an SVG image, which needs no other host and scales to any screen. */
final class QrCode {

  /** Light modules around the symbol, as ISO/IEC 18004 requires. */
  private static final int QUIET_ZONE = 4;

  private QrCode() {}

  /** One path, with a square for each dark module. */
  static String svg(String text) {
    ByteMatrix modules = modules(text);
    int size = modules.getWidth() + 2 * QUIET_ZONE;
    StringBuilder path = new StringBuilder();
    for (int y = 0; y < modules.getHeight(); y++) {
      for (int x = 0; x < modules.getWidth(); x++) {
        if (modules.get(x, y) == 1) {
          path.append('M').append(x + QUIET_ZONE).append(' ').append(y + QUIET_ZONE);
          path.append("h1v1h-1z");
        }
      }
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %1$s" shape-rendering="crispEdges">\
    <path fill="#fff" d="M0 0h%1$sv%1$sH0z"/><path d="%2$s"/></svg>\
    """
        .formatted(size, path);
  }

  private static ByteMatrix modules(String text) {
    try {
      return Encoder.encode(text, ErrorCorrectionLevel.M).getMatrix();
    } catch (WriterException tooLong) {
      throw new IllegalArgumentException("The text is too long for a QR code", tooLong);
    }
  }
}

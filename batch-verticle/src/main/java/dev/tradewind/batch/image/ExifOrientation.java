package dev.tradewind.batch.image;

import java.awt.geom.AffineTransform;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Orientation of a photograph from the Exif data of a JPEG file: cameras store the picture as the
 * sensor sees it.
 */
enum ExifOrientation {
  UPRIGHT(1, 0, 0, 1),
  MIRRORED(-1, 0, 0, 1),
  TURNED_180(-1, 0, 0, -1),
  FLIPPED(1, 0, 0, -1),
  TRANSPOSED(0, 1, 1, 0),
  TURNED_90(0, 1, -1, 0),
  TRANSVERSE(0, -1, -1, 0),
  TURNED_270(0, -1, 1, 0);

  private static final int START_OF_IMAGE = 0xffd8;
  private static final int EXIF_SEGMENT = 0xffe1;
  private static final int START_OF_SCAN = 0xffda;
  private static final int EXIF = 0x45786966;
  private static final int LITTLE_ENDIAN = 0x4949;
  private static final int TAG = 0x0112;

  private final int xx;
  private final int yx;
  private final int xy;
  private final int yy;

  /** Columns of the matrix that turns the stored picture upright. */
  ExifOrientation(int xx, int yx, int xy, int yy) {
    this.xx = xx;
    this.yx = yx;
    this.xy = xy;
    this.yy = yy;
  }

  /** The orientation of a file; upright if it names none. */
  static ExifOrientation of(byte[] file) {
    try {
      return find(ByteBuffer.wrap(file));
    } catch (BufferUnderflowException | IllegalArgumentException malformed) {
      return UPRIGHT;
    }
  }

  private static ExifOrientation find(ByteBuffer file) {
    if (unsigned(file.getShort()) != START_OF_IMAGE) {
      return UPRIGHT;
    }
    int marker = unsigned(file.getShort());
    while (marker != START_OF_SCAN) {
      int length = unsigned(file.getShort()) - 2;
      ByteBuffer segment = file.slice(file.position(), length);
      if (marker == EXIF_SEGMENT && segment.remaining() > 6 && segment.getInt() == EXIF) {
        return inTiff(segment.slice(6, segment.capacity() - 6));
      }
      file.position(file.position() + length);
      marker = unsigned(file.getShort());
    }
    return UPRIGHT;
  }

  private static ExifOrientation inTiff(ByteBuffer tiff) {
    if (unsigned(tiff.getShort()) == LITTLE_ENDIAN) {
      tiff.order(ByteOrder.LITTLE_ENDIAN);
    }
    tiff.position(4);
    tiff.position(tiff.getInt());
    int entries = unsigned(tiff.getShort());
    for (int i = 0; i < entries; i++) {
      int tag = unsigned(tiff.getShort());
      tiff.position(tiff.position() + 6);
      int value = unsigned(tiff.getShort());
      tiff.position(tiff.position() + 2);
      if (tag == TAG && value >= 1 && value <= values().length) {
        return values()[value - 1];
      }
    }
    return UPRIGHT;
  }

  private static int unsigned(short value) {
    return Short.toUnsignedInt(value);
  }

  /** Whether width and height change places. */
  boolean isSideways() {
    return xx == 0;
  }

  /** Transformation of a stored picture of that size. */
  AffineTransform transform(int width, int height) {
    int x = xx + xy < 0 ? (isSideways() ? height : width) : 0;
    int y = yx + yy < 0 ? (isSideways() ? width : height) : 0;
    return new AffineTransform(xx, yx, xy, yy, x, y);
  }
}

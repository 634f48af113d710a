package dev.tradewind.batch.image;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Images of tests: the left half is red, the right half blue. */
public final class TestImages {

  private TestImages() {}

  /**
   * @param format as Image I/O names it
   */
  public static byte[] image(String format, int width, int height, int type) {
    BufferedImage image = new BufferedImage(width, height, type);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.RED);
    graphics.fillRect(0, 0, width / 2, height);
    graphics.setColor(Color.BLUE);
    graphics.fillRect(width / 2, 0, width - width / 2, height);
    graphics.dispose();
    return encoded(image, format);
  }

  static byte[] encoded(BufferedImage image, String format) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, format, bytes);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return bytes.toByteArray();
  }

  public static BufferedImage decoded(byte[] file) {
    try {
      return ImageIO.read(new ByteArrayInputStream(file));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}

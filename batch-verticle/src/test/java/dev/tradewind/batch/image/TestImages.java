package dev.tradewind.batch.image;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

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

  /** JPEG with several scans over all pixels. */
  static byte[] progressive(int width, int height) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    try (ImageOutputStream output = ImageIO.createImageOutputStream(bytes)) {
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      parameters.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
      writer.setOutput(output);
      BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      writer.dispose();
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

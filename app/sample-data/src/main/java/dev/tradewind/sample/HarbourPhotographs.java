package dev.tradewind.sample;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RadialGradientPaint;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Photographs of the demo shop "harbour": drawings of three megapixels with the light, the grain
 * and the bytes of a camera's, in three shapes. The same name gives the same picture. Marks in the
 * corners show whether a page crops it.
 */
public final class HarbourPhotographs {

  private static final float QUALITY = 0.86f;

  /** Strength of the grain, of 256 levels. */
  private static final int GRAIN = 15;

  private static final Color MARK = new Color(0xd8, 0x31, 0x2b);

  private enum Shape {
    LANDSCAPE(2112, 1408),
    SQUARE(1728, 1728),
    PORTRAIT(1488, 1984);

    private final int width;
    private final int height;

    Shape(int width, int height) {
      this.width = width;
      this.height = height;
    }
  }

  /** Motif with its colors: of the thing, and of the wall behind it. */
  private enum Photograph {
    SOFA_MOSS(Shape.LANDSCAPE, 0x5f7350, 0xd9d3c6),
    SOFA_RUST(Shape.LANDSCAPE, 0xa5532f, 0xd4d8d6),
    SOFA_DETAIL(Shape.PORTRAIT, 0x66785a, 0x8f9a83),
    PIER(Shape.LANDSCAPE, 0x2f4c63, 0x9fb9c9),
    JUMPER_NAVY(Shape.PORTRAIT, 0x27384f, 0xe2ddd3),
    JUMPER_ECRU(Shape.PORTRAIT, 0xe6dcc3, 0x8a9aa3),
    LAMP_BRASS(Shape.PORTRAIT, 0xb98b3c, 0xcfd3cb),
    LAMP_BLACK(Shape.PORTRAIT, 0x2a2c2f, 0xe0d6ca),
    BOX_KRAFT(Shape.SQUARE, 0xb58a5c, 0xe7e3da),
    BOX_WHITE(Shape.SQUARE, 0xf2f0ea, 0x9aa7a3),
    POT_CLAY(Shape.SQUARE, 0xb3623f, 0xdcd9cf),
    POT_GLAZE(Shape.SQUARE, 0x4d7f84, 0xe9e2d5);

    private final Shape shape;
    private final Color color;
    private final Color wall;

    Photograph(Shape shape, int color, int wall) {
      this.shape = shape;
      this.color = new Color(color);
      this.wall = new Color(wall);
    }

    private String file() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".jpg";
    }
  }

  private HarbourPhotographs() {}

  /** Names of the files. */
  public static List<String> names() {
    return Arrays.stream(Photograph.values()).map(Photograph::file).toList();
  }

  /** Draws a photograph as a JPEG file. It takes some tenths of a second of a processor. */
  public static byte[] draw(String name) {
    Photograph photograph =
        Arrays.stream(Photograph.values())
            .filter(one -> one.file().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("There is no photograph " + name));
    Shape shape = photograph.shape;
    BufferedImage image = new BufferedImage(shape.width, shape.height, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    try {
      pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      drawRoom(pen, photograph);
      drawThing(pen, photograph);
      drawMarks(pen, shape);
    } finally {
      pen.dispose();
    }
    addGrain(image, photograph.ordinal());
    return encode(image);
  }

  private static void drawRoom(Graphics2D pen, Photograph photograph) {
    int width = photograph.shape.width;
    int height = photograph.shape.height;
    float horizon = height * 0.72f;
    pen.setPaint(
        new GradientPaint(0, 0, photograph.wall.brighter(), width, horizon, photograph.wall));
    pen.fillRect(0, 0, width, height);
    pen.setPaint(
        new GradientPaint(0, horizon, photograph.wall.darker(), 0, height, photograph.wall));
    pen.fillRect(0, (int) horizon, width, height);
    // Boards of the floor.
    pen.setColor(new Color(0, 0, 0, 40));
    for (int board = -6; board <= 16; board++) {
      pen.drawLine(board * width / 10, height, width / 2 + (board - 5) * width / 22, (int) horizon);
    }
    pen.setPaint(
        new RadialGradientPaint(
            width * 0.3f,
            height * 0.25f,
            width * 0.7f,
            new float[] {0, 1},
            new Color[] {new Color(255, 250, 235, 130), new Color(255, 250, 235, 0)}));
    pen.fillRect(0, 0, width, height);
  }

  private static void drawThing(Graphics2D pen, Photograph photograph) {
    double width = photograph.shape.width;
    double height = photograph.shape.height;
    Color color = photograph.color;
    pen.setColor(new Color(0, 0, 0, 60));
    pen.fill(new Ellipse2D.Double(width * 0.08, height * 0.8, width * 0.84, height * 0.09));
    switch (photograph) {
      case SOFA_MOSS, SOFA_RUST -> {
        // From edge to edge: a page that crops it cuts off its arms.
        block(pen, color, 0.06, 0.34, 0.88, 0.34, 0.08, width, height);
        block(pen, color.darker(), 0.04, 0.46, 0.13, 0.36, 0.06, width, height);
        block(pen, color.darker(), 0.83, 0.46, 0.13, 0.36, 0.06, width, height);
        block(pen, color.brighter(), 0.17, 0.58, 0.33, 0.18, 0.04, width, height);
        block(pen, color.brighter(), 0.5, 0.58, 0.33, 0.18, 0.04, width, height);
      }
      case SOFA_DETAIL -> weave(pen, color, width, height);
      case PIER -> drawPier(pen, color, width, height);
      case JUMPER_NAVY, JUMPER_ECRU -> {
        block(pen, color, 0.06, 0.24, 0.22, 0.52, 0.12, width, height);
        block(pen, color, 0.72, 0.24, 0.22, 0.52, 0.12, width, height);
        block(pen, color.brighter(), 0.22, 0.2, 0.56, 0.64, 0.08, width, height);
        block(pen, color.darker(), 0.38, 0.15, 0.24, 0.09, 0.06, width, height);
        ribs(pen, width, height);
      }
      case LAMP_BRASS, LAMP_BLACK -> {
        block(pen, color, 0.48, 0.3, 0.04, 0.5, 0.01, width, height);
        block(pen, color.darker(), 0.3, 0.79, 0.4, 0.04, 0.03, width, height);
        Path2D shade = new Path2D.Double();
        shade.moveTo(width * 0.36, height * 0.06);
        shade.lineTo(width * 0.64, height * 0.06);
        shade.lineTo(width * 0.86, height * 0.34);
        shade.lineTo(width * 0.14, height * 0.34);
        shade.closePath();
        pen.setPaint(new GradientPaint(0, 0, color.brighter(), (float) width, 0, color.darker()));
        pen.fill(shade);
      }
      case BOX_KRAFT, BOX_WHITE -> {
        block(pen, color, 0.05, 0.34, 0.9, 0.5, 0.01, width, height);
        block(pen, color.darker(), 0.03, 0.26, 0.94, 0.14, 0.01, width, height);
      }
      case POT_CLAY, POT_GLAZE -> {
        pen.setPaint(
            new GradientPaint(
                (float) (width * 0.2),
                0,
                color.brighter(),
                (float) (width * 0.8),
                0,
                color.darker()));
        pen.fill(new Ellipse2D.Double(width * 0.16, height * 0.3, width * 0.68, height * 0.56));
        block(pen, color, 0.34, 0.2, 0.32, 0.16, 0.02, width, height);
      }
    }
  }

  /** Rounded block with light from the left; the numbers are parts of the picture. */
  private static void block(
      Graphics2D pen,
      Color color,
      double x,
      double y,
      double wide,
      double high,
      double round,
      double width,
      double height) {
    pen.setPaint(
        new GradientPaint(
            (float) (x * width),
            (float) (y * height),
            color.brighter(),
            (float) ((x + wide) * width),
            (float) ((y + high) * height),
            color));
    double arc = round * width;
    pen.fill(
        new RoundRectangle2D.Double(x * width, y * height, wide * width, high * height, arc, arc));
  }

  private static void weave(Graphics2D pen, Color color, double width, double height) {
    pen.setStroke(new BasicStroke(9));
    for (int line = 0; line < height / 14; line++) {
      pen.setColor(line % 2 == 0 ? color : color.brighter());
      pen.drawLine(0, line * 14, (int) width, line * 14 + (int) (width / 8));
    }
  }

  private static void ribs(Graphics2D pen, double width, double height) {
    pen.setStroke(new BasicStroke(3));
    pen.setColor(new Color(0, 0, 0, 35));
    for (double x = 0.24; x < 0.77; x += 0.012) {
      pen.drawLine(
          (int) (x * width), (int) (0.24 * height), (int) (x * width), (int) (0.82 * height));
    }
  }

  private static void drawPier(Graphics2D pen, Color color, double width, double height) {
    pen.setPaint(
        new GradientPaint(
            0, (float) (height * 0.5), color.brighter(), 0, (float) height, color.darker()));
    pen.fillRect(0, (int) (height * 0.5), (int) width, (int) height);
    pen.setColor(new Color(0x4a, 0x3a, 0x2c));
    for (int post = 0; post < 9; post++) {
      int x = (int) (width * (0.06 + post * 0.11));
      pen.fillRect(x, (int) (height * (0.42 + post * 0.012)), 26, (int) (height * 0.4));
    }
    pen.fillRect(0, (int) (height * 0.44), (int) width, 40);
    pen.setColor(new Color(0xf4, 0xf1, 0xe8));
    Path2D sail = new Path2D.Double();
    sail.moveTo(width * 0.7, height * 0.08);
    sail.lineTo(width * 0.82, height * 0.4);
    sail.lineTo(width * 0.68, height * 0.4);
    sail.closePath();
    pen.fill(sail);
  }

  private static void drawMarks(Graphics2D pen, Shape shape) {
    int size = 36;
    pen.setColor(MARK);
    for (int x : List.of(0, shape.width - size)) {
      for (int y : List.of(0, shape.height - size)) {
        pen.fillRect(x, y, size, size);
      }
    }
  }

  private static void addGrain(BufferedImage image, int seed) {
    int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    SplittableRandom random = new SplittableRandom(seed);
    for (int at = 0; at < pixels.length; at++) {
      // Two dice: most grains are weak.
      long dice = random.nextLong();
      int grain = (int) ((dice & 0xff) + (dice >>> 8 & 0xff) - 255) * GRAIN / 256;
      int pixel = pixels[at];
      pixels[at] =
          lit(pixel >> 16 & 0xff, grain) << 16
              | lit(pixel >> 8 & 0xff, grain) << 8
              | lit(pixel & 0xff, grain);
    }
  }

  private static int lit(int level, int grain) {
    return Math.clamp(level + (long) grain, 0, 255);
  }

  private static byte[] encode(BufferedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    try (ImageOutputStream output = ImageIO.createImageOutputStream(bytes)) {
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      parameters.setCompressionQuality(QUALITY);
      writer.setOutput(output);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}

package dev.tradewind.batch.image;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;

/**
 * Scaler of images to JPEG files of given widths. The size is read from the header before any pixel
 * is decoded, and a large image is decoded with fewer pixels, so the memory of one is bounded.
 * Metadata, such as the place of a photograph, is left out.
 */
final class ImageScaler {

  /** Bytes of a file. */
  static final int MAX_BYTES = 24 << 20;

  /** Pixels of an image. */
  static final long MAX_PIXELS = 50_000_000;

  /** Pixels of a WebP image or a progressive JPEG, whose readers decode all of them. */
  static final long MAX_WHOLE_PIXELS = 16_000_000;

  /** Passes of a JPEG file over its pixels; encoders write ten. */
  static final int MAX_SCANS = 20;

  /** Time in which the pixels of an image are decoded. */
  private static final Duration MAX_TIME = Duration.ofMinutes(1);

  /** Pixels of an image as it is decoded. */
  private static final long MAX_DECODED = 8_000_000;

  private static final float QUALITY = 0.82f;

  private final List<Integer> widths;
  private final Duration maxTime;

  static {
    // Files would be copied to disk while they are read.
    ImageIO.setUseCache(false);
  }

  ImageScaler(List<Integer> widths) {
    this(widths, MAX_TIME);
  }

  ImageScaler(List<Integer> widths, Duration maxTime) {
    this.maxTime = maxTime;
    this.widths = widths.stream().sorted(Comparator.reverseOrder()).toList();
  }

  /** Refusal of a file that is no image, or too large a one. */
  static final class RefusedImageException extends Exception {

    private static final long serialVersionUID = 1;

    RefusedImageException(String message) {
      super(message);
    }
  }

  /** The image with its JPEG files of the widths that are less than its own. */
  ScaledImage scale(byte[] file) throws RefusedImageException {
    try (ImageInputStream input = ImageIO.createImageInputStream(new ByteArrayInputStream(file))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(input);
      if (!readers.hasNext()) {
        throw new RefusedImageException("the format is unknown");
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(input, true, true);
        return scale(reader, ExifOrientation.of(file), JpegScans.of(file));
      } finally {
        reader.dispose();
      }
    } catch (IOException | RuntimeException unreadable) {
      throw new RefusedImageException(String.valueOf(unreadable));
    }
  }

  private ScaledImage scale(ImageReader reader, ExifOrientation orientation, JpegScans scans)
      throws IOException, RefusedImageException {
    if (scans.count() > MAX_SCANS) {
      throw new RefusedImageException("it has " + scans.count() + " scans");
    }
    int width = reader.getWidth(0);
    int height = reader.getHeight(0);
    boolean isWhole = scans.isProgressive() || reader.getFormatName().equalsIgnoreCase("webp");
    long pixels = (long) width * height;
    if (pixels > (isWhole ? MAX_WHOLE_PIXELS : MAX_PIXELS)) {
      throw new RefusedImageException("it has " + pixels + " pixels");
    }
    int upright = orientation.isSideways() ? height : width;
    if (widths.stream().noneMatch(each -> each < upright)) {
      return new ScaledImage(upright, orientation.isSideways() ? width : height, Map.of());
    }
    BufferedImage decoded = decode(reader, upright, pixels);
    int decodedWidth = orientation.isSideways() ? decoded.getHeight() : decoded.getWidth();
    Map<Integer, byte[]> files = new TreeMap<>();
    BufferedImage previous = decoded;
    for (int each : widths) {
      if (each < upright && each <= decodedWidth) {
        boolean isFirst = files.isEmpty();
        previous =
            isFirst
                ? turned(scaled(decoded, (double) each / decodedWidth), orientation)
                : scaled(previous, (double) each / previous.getWidth());
        files.put(each, encode(previous));
      }
    }
    return new ScaledImage(upright, orientation.isSideways() ? width : height, files);
  }

  /** Leaves out rows and columns of an image that has more than twice as many as are needed. */
  private BufferedImage decode(ImageReader reader, int upright, long pixels)
      throws IOException, RefusedImageException {
    int step =
        Math.max(
            upright / (2 * widths.getFirst()),
            (int) Math.ceil(Math.sqrt((double) pixels / MAX_DECODED)));
    ImageReadParam parameters = reader.getDefaultReadParam();
    parameters.setSourceSubsampling(Math.max(1, step), Math.max(1, step), 0, 0);
    ImageDeadline deadline = new ImageDeadline(maxTime);
    reader.addIIOReadProgressListener(deadline);
    BufferedImage decoded = reader.read(0, parameters);
    if (deadline.isExceeded()) {
      throw new RefusedImageException("its decoding takes longer than " + maxTime);
    }
    return decoded;
  }

  /** Halves the image until the last step, so that every pixel counts. */
  private static BufferedImage scaled(BufferedImage image, double factor) {
    int width = Math.max(1, (int) Math.round(image.getWidth() * factor));
    int height = Math.max(1, (int) Math.round(image.getHeight() * factor));
    BufferedImage step = image;
    while (step.getWidth() > 2 * width && step.getHeight() > 2 * height) {
      step = drawn(step, step.getWidth() / 2, step.getHeight() / 2);
    }
    return drawn(step, width, height);
  }

  private static BufferedImage drawn(BufferedImage image, int width, int height) {
    BufferedImage result = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = result.createGraphics();
    try {
      graphics.setRenderingHint(
          RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
      // JPEG has no transparency.
      graphics.drawImage(image, 0, 0, width, height, Color.WHITE, null);
    } finally {
      graphics.dispose();
    }
    return result;
  }

  private static BufferedImage turned(BufferedImage image, ExifOrientation orientation) {
    if (orientation == ExifOrientation.UPRIGHT) {
      return image;
    }
    boolean isSideways = orientation.isSideways();
    BufferedImage result =
        new BufferedImage(
            isSideways ? image.getHeight() : image.getWidth(),
            isSideways ? image.getWidth() : image.getHeight(),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = result.createGraphics();
    try {
      graphics.drawImage(image, orientation.transform(image.getWidth(), image.getHeight()), null);
    } finally {
      graphics.dispose();
    }
    return result;
  }

  private static byte[] encode(BufferedImage image) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    try (ImageOutputStream output = ImageIO.createImageOutputStream(bytes)) {
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      parameters.setCompressionQuality(QUALITY);
      writer.setOutput(output);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}

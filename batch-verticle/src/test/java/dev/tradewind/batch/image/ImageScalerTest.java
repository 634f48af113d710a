package dev.tradewind.batch.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.batch.image.ImageScaler.RefusedImageException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageScalerTest {

  private final ImageScaler scaler = new ImageScaler(List.of(320, 640, 1280));

  private Map<Integer, byte[]> scale(byte[] file) throws RefusedImageException {
    return scaler.scale(file).files();
  }

  private static boolean isRed(BufferedImage image, double x, double y) {
    int pixel = image.getRGB((int) (image.getWidth() * x), (int) (image.getHeight() * y));
    return (pixel >> 16 & 0xff) > 150 && (pixel & 0xff) < 100;
  }

  private static boolean isBlue(BufferedImage image, double x, double y) {
    int pixel = image.getRGB((int) (image.getWidth() * x), (int) (image.getHeight() * y));
    return (pixel & 0xff) > 150 && (pixel >> 16 & 0xff) < 100;
  }

  @ParameterizedTest
  @ValueSource(strings = {"jpeg", "png", "gif"})
  void anImageGetsTheWidthsBelowItsOwn(String format) throws Exception {
    Map<Integer, byte[]> sizes =
        scale(TestImages.image(format, 1_000, 500, BufferedImage.TYPE_INT_RGB));

    assertThat(sizes).containsOnlyKeys(320, 640);
    BufferedImage small = TestImages.decoded(sizes.get(320));
    assertThat(small.getWidth()).isEqualTo(320);
    assertThat(small.getHeight()).isEqualTo(160);
    assertThat(isRed(small, 0.25, 0.5)).isTrue();
    assertThat(isBlue(small, 0.75, 0.5)).isTrue();
  }

  @Test
  void aLargeImageIsDecodedWithFewerPixels() throws Exception {
    Map<Integer, byte[]> sizes =
        scale(TestImages.image("jpeg", 6_000, 4_000, BufferedImage.TYPE_INT_RGB));

    assertThat(sizes).containsOnlyKeys(320, 640, 1280);
    BufferedImage large = TestImages.decoded(sizes.get(1280));
    assertThat(large.getWidth()).isEqualTo(1280);
    assertThat(large.getHeight()).isBetween(852, 854);
    assertThat(isRed(large, 0.25, 0.5)).isTrue();
  }

  @Test
  void aProgressiveImageIsScaled() throws Exception {
    byte[] file = TestImages.progressive(1_000, 500);

    assertThat(JpegScans.of(file).isProgressive()).isTrue();
    assertThat(JpegScans.of(file).count()).isBetween(2, ImageScaler.MAX_SCANS);
    assertThat(scale(file)).containsOnlyKeys(320, 640);
  }

  /** A scan is a pass over all pixels: each of its few bytes is minutes of a decoder. */
  @Test
  void anImageOfManyScansIsRefusedBeforeItIsDecoded() throws Exception {
    byte[] file = TestImages.progressive(1_000, 500);
    int last = lastScan(file);
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    many.write(file, 0, last);
    for (int copy = 0; copy < ImageScaler.MAX_SCANS; copy++) {
      many.write(file, last, file.length - 2 - last);
    }
    many.write(file, file.length - 2, 2);

    assertThatThrownBy(() -> scale(many.toByteArray()))
        .isInstanceOf(RefusedImageException.class)
        .hasMessageContaining("scans");
  }

  private static int lastScan(byte[] file) {
    int last = 0;
    for (int at = 0; at + 1 < file.length; at++) {
      last = file[at] == (byte) 0xff && file[at + 1] == (byte) 0xda ? at : last;
    }
    return last;
  }

  @Test
  void aProgressiveImageHasFewerPixels() throws Exception {
    byte[] file = TestImages.progressive(5_000, 3_300);

    assertThatThrownBy(() -> scale(file))
        .isInstanceOf(RefusedImageException.class)
        .hasMessage("it has 16500000 pixels");
  }

  @Test
  void theScansOfMetadataAreNoneOfTheImage() throws Exception {
    byte[] file = TestImages.image("jpeg", 1_000, 500, BufferedImage.TYPE_INT_RGB);
    byte[] metadata = new byte[1_000];
    for (int at = 0; at < metadata.length; at++) {
      metadata[at] = (byte) (at % 2 == 0 ? 0xff : 0xda);
    }
    ByteArrayOutputStream photograph = new ByteArrayOutputStream();
    photograph.write(file, 0, 2);
    photograph.write(new byte[] {(byte) 0xff, (byte) 0xe3, 0x03, (byte) 0xea});
    photograph.write(metadata);
    photograph.write(file, 2, file.length - 2);

    assertThat(JpegScans.of(photograph.toByteArray())).isEqualTo(new JpegScans(false, 1));
    assertThat(scale(photograph.toByteArray())).containsOnlyKeys(320, 640);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jpeg", "png", "gif"})
  void aDecoderIsAbortedAtItsDeadline(String format) throws Exception {
    byte[] file = TestImages.image(format, 2_000, 1_000, BufferedImage.TYPE_INT_RGB);

    assertThatThrownBy(() -> new ImageScaler(List.of(320), Duration.ZERO).scale(file))
        .isInstanceOf(RefusedImageException.class)
        .hasMessageContaining("takes longer than");
  }

  @Test
  void transparencyBecomesWhite() throws Exception {
    byte[] clear =
        TestImages.encoded(new BufferedImage(400, 400, BufferedImage.TYPE_INT_ARGB), "png");

    BufferedImage size = TestImages.decoded(scale(clear).get(320));

    assertThat(size.getRGB(100, 100) & 0xffffff).isEqualTo(0xffffff);
  }

  @Test
  void aWebpImageIsRead() throws Exception {
    Map<Integer, byte[]> sizes = scale(redWebp(400, 300));

    assertThat(sizes).containsOnlyKeys(320);
    BufferedImage size = TestImages.decoded(sizes.get(320));
    assertThat(size.getHeight()).isEqualTo(240);
    assertThat(isRed(size, 0.5, 0.5)).isTrue();
  }

  @Test
  void aWebpImageHasALowerLimitOfPixels() {
    assertThatThrownBy(() -> scale(redWebp(5_000, 4_000)))
        .isInstanceOf(RefusedImageException.class)
        .hasMessage("it has 20000000 pixels");
  }

  /** Lossless image of one color: every prefix code has one symbol, so a pixel takes no bits. */
  private static byte[] redWebp(int width, int height) {
    BitSet bits = new BitSet();
    int at = put(bits, 0, 8, 0x2f);
    at = put(bits, at, 14, width - 1);
    at = put(bits, at, 14, height - 1);
    at += 1 + 3; // No alpha, version 0.
    at += 3; // No transform, color cache or meta prefix code.
    for (int symbol : new int[] {0, 0xff, 0, 0xff, 0}) { // Green, red, blue, alpha, distance.
      at = put(bits, at, 3, 0b101); // A simple code of one symbol of 8 bits.
      at = put(bits, at, 8, symbol);
    }
    byte[] data = Arrays.copyOf(bits.toByteArray(), at / 8 / 2 * 2 + 2);
    return ByteBuffer.allocate(20 + data.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("RIFF".getBytes(StandardCharsets.US_ASCII))
        .putInt(12 + data.length)
        .put("WEBPVP8L".getBytes(StandardCharsets.US_ASCII))
        .putInt(data.length)
        .put(data)
        .array();
  }

  private static int put(BitSet bits, int at, int length, int value) {
    for (int i = 0; i < length; i++) {
      bits.set(at + i, (value >> i & 1) == 1);
    }
    return at + length;
  }

  /** The camera was turned: where the red half is when the picture is upright. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.25, 0.5", "2, 0.75, 0.5", "3, 0.75, 0.5", "4, 0.25, 0.5",
    "5, 0.5, 0.25", "6, 0.5, 0.25", "7, 0.5, 0.75", "8, 0.5, 0.75"
  })
  void aPhotographIsTurnedUpright(int orientation, double x, double y) throws Exception {
    byte[] photograph =
        withOrientation(
            TestImages.image("jpeg", 800, 800, BufferedImage.TYPE_INT_RGB), orientation);

    BufferedImage size = TestImages.decoded(scale(photograph).get(320));

    assertThat(isRed(size, x, y)).isTrue();
    assertThat(isBlue(size, 1 - x, 1 - y)).isTrue();
  }

  @Test
  void theWidthOfAPhotographIsThatOfTheUprightPicture() throws Exception {
    byte[] photograph =
        withOrientation(TestImages.image("jpeg", 800, 400, BufferedImage.TYPE_INT_RGB), 6);

    Map<Integer, byte[]> sizes = scale(photograph);

    assertThat(sizes).containsOnlyKeys(320);
    assertThat(TestImages.decoded(sizes.get(320)).getHeight()).isEqualTo(640);
  }

  private static byte[] withOrientation(byte[] jpeg, int orientation) {
    ByteBuffer exif = ByteBuffer.allocate(36);
    exif.putShort((short) 0xffe1).putShort((short) 34);
    exif.put("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
    exif.put("MM\0*".getBytes(StandardCharsets.US_ASCII)).putInt(8).putShort((short) 1);
    exif.putShort((short) 0x0112).putShort((short) 3).putInt(1).putShort((short) orientation);
    return ByteBuffer.allocate(jpeg.length + 36)
        .put(jpeg, 0, 2)
        .put(exif.array())
        .put(jpeg, 2, jpeg.length - 2)
        .array();
  }

  @Test
  void anImageOfTooManyPixelsIsRefusedByItsHeader() throws Exception {
    byte[] bomb = pngHeader(20_000, 20_000);

    assertThatThrownBy(() -> scale(bomb))
        .isInstanceOf(RefusedImageException.class)
        .hasMessage("it has 400000000 pixels");
  }

  private static byte[] pngHeader(int width, int height) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(17);
    chunk.put("IHDR".getBytes(StandardCharsets.US_ASCII)).putInt(width).putInt(height);
    chunk.put(new byte[] {8, 2, 0, 0, 0});
    CRC32 checksum = new CRC32();
    checksum.update(chunk.array());
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write("\u0089PNG\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1));
    file.write(ByteBuffer.allocate(4).putInt(13).array());
    file.write(chunk.array());
    file.write(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
    return file.toByteArray();
  }

  @Test
  void whatIsNoImageIsRefused() throws Exception {
    byte[] jpeg = TestImages.image("jpeg", 800, 400, BufferedImage.TYPE_INT_RGB);

    for (byte[] file :
        List.of(
            new byte[0],
            "GIF89a".getBytes(StandardCharsets.US_ASCII),
            Arrays.copyOf(jpeg, 300),
            pngHeader(1_000, 1_000))) {
      assertThatThrownBy(() -> scale(file)).isInstanceOf(RefusedImageException.class);
    }
  }

  @Test
  void aSmallImageHasNoSizes() throws Exception {
    assertThat(scale(TestImages.image("png", 320, 320, BufferedImage.TYPE_INT_RGB))).isEmpty();
  }
}

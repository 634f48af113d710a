package dev.tradewind.batch;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.batch.FileClient.Readable;
import dev.tradewind.batch.image.ScaleImages;
import dev.tradewind.batch.image.TestImages;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.token.SigningKeys;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Smaller sizes of uploaded images. */
class ImageSizesIT {

  private static TestBatch batch;

  @BeforeAll
  static void open() {
    batch = new TestBatch();
    batch.node("one");
  }

  @AfterAll
  static void close() {
    batch.close();
  }

  /** Uploads a file and returns its signed link. */
  private static JsonObject upload(byte[] content, String type, boolean isPublic) {
    Draft draft = await(batch.files.begin(TestBatch.context(), "cup.jpg", type, isPublic));
    Buffer bytes = Buffer.buffer(content);
    int number = 0;
    for (int at = 0; at < bytes.length(); at += FileClient.CHUNK) {
      await(
          batch.files.append(
              TestBatch.context(),
              draft,
              number++,
              bytes.slice(at, Math.min(bytes.length(), at + FileClient.CHUNK))));
    }
    JsonObject none = new JsonObject();
    JsonObject body = new JsonObject().put("files", new JsonArray().add(draft.toJson()));
    Reply reply = batch.ask("adminCreateUpload", none, none, body, "usr_1");
    assertThat(reply.status()).isEqualTo(200);
    JsonObject upload = reply.body().toJsonObject().getJsonArray("uploads").getJsonObject(0);
    assertThat(upload.fieldNames()).containsExactlyInAnyOrder("url", "key");
    return upload;
  }

  private static String signed(JsonObject upload) {
    String url = upload.getString("url");
    return url.substring(url.lastIndexOf('/') + 1);
  }

  private static Readable size(JsonObject upload, int width) {
    return await(batch.files.open(TestBatch.context(), signed(upload), width));
  }

  private static byte[] content(Readable file) {
    Buffer content = Buffer.buffer();
    for (int number = 0; number < file.chunks(); number++) {
      content.appendBuffer(await(batch.files.read(TestBatch.context(), file, number)));
    }
    return content.getBytes();
  }

  private static void awaitTasks() {
    awaitNone("image_task");
  }

  private static void awaitNone(String from) {
    until(() -> batch.count(from) == 0);
  }

  @Test
  void anImageIsServedInSmallerSizes() {
    byte[] image = TestImages.image("jpeg", 800, 400, BufferedImage.TYPE_INT_RGB);
    JsonObject upload = upload(image, "image/jpeg", true);
    awaitTasks();

    Readable small = size(upload, 320);
    assertThat(small.width()).isEqualTo(320);
    assertThat(small.contentType()).isEqualTo("image/jpeg");
    assertThat(small.name()).isEqualTo("cup-320.jpg");
    assertThat(TestImages.decoded(content(small)).getWidth()).isEqualTo(320);
    assertThat(size(upload, 640).width()).isEqualTo(640);
    Readable original = size(upload, 1280);
    assertThat(original.width()).as("the image is narrower").isNull();
    assertThat(content(original)).isEqualTo(image);
  }

  @Test
  void allLinksOfAnImageAreMeasured() {
    byte[] image = TestImages.image("jpeg", 800, 400, BufferedImage.TYPE_INT_RGB);
    JsonObject upload = upload(image, "image/jpeg", true);
    awaitTasks();
    String first = signed(upload);
    SigningKeys.Key former = batch.keys.keys().getFirst();
    SigningKeys.Key added = SigningKeys.random().keys().getFirst();
    batch.keys.replace(new SigningKeys(List.of(added, former)));
    JsonObject none = new JsonObject();
    JsonObject key = new JsonObject().put("file_key", upload.getString("key"));
    String url =
        batch
            .ask("adminDownloadUrlUpload", none, none, key, "usr_1")
            .body()
            .toJsonObject()
            .getString("download_url");
    String second = url.substring(url.lastIndexOf('/') + 1);
    assertThat(second).isNotEqualTo(first);

    assertThat(await(batch.files.measure(TestBatch.context(), List.of(first, second))))
        .containsExactlyInAnyOrder(
            new FileClient.Image(first, false, 800, 400),
            new FileClient.Image(second, false, 800, 400));
  }

  @Test
  void theSizesAreDeletedWithTheImage() {
    JsonObject upload =
        upload(TestImages.image("png", 400, 400, BufferedImage.TYPE_INT_RGB), "image/png", true);
    awaitTasks();
    assertThat(size(upload, 320).width()).isEqualTo(320);
    JsonObject none = new JsonObject();

    batch.ask(
        "adminDeleteUploads",
        none,
        none,
        new JsonObject().put("file_key", upload.getString("key")),
        "usr_1");

    assertThat(batch.sql("SELECT FROM file WHERE key LIKE $1", upload.getString("key") + "%"))
        .isEmpty();
    assertThat(failure(batch.files.open(TestBatch.context(), signed(upload), 320)))
        .hasMessageContaining("The link is not valid");
  }

  @Test
  void aFileThatIsNoImageIsServedAsItIs() {
    byte[] broken = "\u00ff\u00d8\u00ff but no image".getBytes(StandardCharsets.ISO_8859_1);
    JsonObject upload = upload(broken, "image/jpeg", true);
    awaitTasks();

    assertThat(size(upload, 320).width()).isNull();
    assertThat(content(size(upload, 320))).isEqualTo(broken);
  }

  @Test
  void aPrivateImageHasNoSizes() {
    JsonObject upload =
        upload(TestImages.image("jpeg", 800, 400, BufferedImage.TYPE_INT_RGB), "image/jpeg", false);

    assertThat(batch.count("image_task WHERE file_key = '" + upload.getString("key") + "'"))
        .isZero();
    assertThat(size(upload, 320).width()).isNull();
  }

  @Test
  void olderImagesGetTheirSizesAndTheOthersAreLeftOut() {
    byte[] image = TestImages.image("jpeg", 800, 400, BufferedImage.TYPE_INT_RGB);
    JsonObject first = upload(image, "image/jpeg", true);
    JsonObject second = upload(image, "image/jpeg", true);
    JsonObject done = upload(image, "image/jpeg", true);
    JsonObject secret = upload(image, "image/jpeg", false);
    awaitTasks();
    for (JsonObject older : List.of(first, second)) {
      batch.sql("DELETE FROM file WHERE original = $1", older.getString("key"));
      batch.sql(
          "UPDATE file SET width = NULL, height = NULL WHERE key = $1", older.getString("key"));
    }
    ScaleImages scaling = new ScaleImages(batch.vertx, batch.pool, null);
    long before = await(scaling.count());

    List<String> seen = new ArrayList<>();
    Optional<String> last = await(scaling.next(""));
    while (last.isPresent()) {
      seen.add(last.get());
      last = await(scaling.next(last.get()));
    }

    assertThat(seen)
        .contains(first.getString("key"), second.getString("key"))
        .doesNotContain(done.getString("key"), secret.getString("key"))
        .doesNotHaveDuplicates()
        .hasSize((int) before);
    assertThat(await(scaling.count())).isEqualTo(before - 2);
    assertThat(size(first, 640).width()).isEqualTo(640);
    assertThat(size(second, 320).width()).isEqualTo(320);
    assertThat(size(secret, 320).width()).isNull();
  }

  @Test
  void anImageIsTriedThreeTimes() {
    byte[] image = TestImages.image("jpeg", 800, 400, BufferedImage.TYPE_INT_RGB);
    JsonObject upload = upload(image, "image/jpeg", false);
    batch.sql(
        "INSERT INTO image_task (file_key, attempts, next_at) VALUES ($1, 3, '-infinity')",
        upload.getString("key"));
    upload(image, "image/jpeg", true);
    awaitNone("image_task WHERE attempts < 3");
    assertThat(size(upload, 320).width()).isNull();

    batch.sql("UPDATE image_task SET attempts = 2");
    awaitTasks();

    assertThat(size(upload, 320).width()).isEqualTo(320);
  }
}

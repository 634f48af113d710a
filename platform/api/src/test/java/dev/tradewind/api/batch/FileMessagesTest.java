package dev.tradewind.api.batch;

import dev.tradewind.api.RecordedMessage;
import org.junit.jupiter.api.Test;

class FileMessagesTest {

  @Test
  void aFileBeingWrittenHasTheFormOfEveryVersion() {
    FileClient.Draft draft = new FileClient.Draft("file_1", "writer_1");

    RecordedMessage.of("file-draft")
        .isWrittenFrom(draft, FileClient.Draft::toJson)
        .isReadAs(draft, FileClient.Draft::parse);
  }

  @Test
  void aReadableFileOfTheVersionBeforeIsInTheDatabase() {
    FileClient.Readable file =
        new FileClient.Readable(
            "file_1", "products.csv", "text/csv", 5_000_000_000L, 3, null, null, null);

    RecordedMessage.of("file-readable").isReadAs(file, FileClient.Readable::parse);
  }

  @Test
  void aReadableFileOfAnotherStorageHasTheFormOfEveryVersion() {
    FileClient.Readable file =
        new FileClient.Readable(
            "file_1.w320.jpg", "cup-320.jpg", "image/jpeg", 50_000, 1, "s3", 320, true);

    RecordedMessage.of("file-readable-elsewhere")
        .isWrittenFrom(file, FileClient.Readable::toJson)
        .isReadAs(file, FileClient.Readable::parse, "storage", "width", "is_public");
  }

  @Test
  void anImageHasTheFormOfEveryVersion() {
    FileClient.Image image = new FileClient.Image("MDpmaWxlXzE.c2ln", false, 2000, 1500);

    RecordedMessage.of("file-image")
        .isWrittenFrom(image, FileClient.Image::toJson)
        .isReadAs(image, FileClient.Image::parse, "width", "height");
  }

  @Test
  void aNewFileHasTheFormOfEveryVersion() {
    FileClient.NewFile file = new FileClient.NewFile("products.csv", "text/csv", true);

    RecordedMessage.of("file-new")
        .isWrittenFrom(file, FileClient.NewFile::toJson)
        .isReadAs(file, FileClient.NewFile::parse);
  }
}

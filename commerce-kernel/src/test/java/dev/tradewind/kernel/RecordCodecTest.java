package dev.tradewind.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordCodecTest {

  private record Book(
      String id,
      Instant createdAt,
      @Nullable String subtitle,
      boolean isPrinted,
      int pages,
      long unitPrice,
      @Nullable String address1,
      JsonObject metadata,
      JsonObject more) {

    Book {
      if (pages <= 0) {
        throw new IllegalArgumentException("A book has pages");
      }
    }
  }

  private static final RecordCodec<Book> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Book.class, "more");

  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");

  private static final JsonObject WRITTEN =
      new JsonObject()
          .put("id", "book_1")
          .put("created_at", "2026-03-04T05:06:07.089Z")
          .putNull("subtitle")
          .put("is_printed", true)
          .put("pages", 7)
          .put("unit_price", 5_000_000_000L)
          .put("address_1", "Quay 1")
          .put("metadata", new JsonObject().put("a", 1));

  private static final Book BOOK =
      new Book(
          "book_1",
          NOW,
          null,
          true,
          7,
          5_000_000_000L,
          "Quay 1",
          new JsonObject().put("a", 1),
          new JsonObject());

  @Test
  void componentsAreMembersInSnakeCase() {
    assertThat(CODEC.write(BOOK)).isEqualTo(WRITTEN);
    assertThat(CODEC.read(WRITTEN)).isEqualTo(BOOK);
  }

  @Test
  void unknownMembersSurviveAndAreNoneOfTheOthers() {
    JsonObject newer = WRITTEN.copy().put("weight", 3);

    Book read = CODEC.read(newer);

    assertThat(read.more()).isEqualTo(new JsonObject().put("weight", 3));
    assertThat(CODEC.write(read)).isEqualTo(newer);
  }

  @Test
  void anAbsentFlagIsFalseAndAnAbsentObjectIsEmpty() {
    JsonObject sparse = WRITTEN.copy();
    sparse.remove("is_printed");
    sparse.remove("metadata");
    sparse.remove("subtitle");

    Book read = CODEC.read(sparse);

    assertThat(read.isPrinted()).isFalse();
    assertThat(read.metadata()).isEqualTo(new JsonObject());
    assertThat(read.subtitle()).isNull();
  }

  @Test
  void anAbsentMemberThatIsRequiredIsRefusedByName() {
    JsonObject broken = WRITTEN.copy();
    broken.remove("unit_price");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CODEC.read(broken))
        .withMessageContaining("unit_price");
  }

  @Test
  void aWriterWritesTheNamedMembersInTheirOrder() {
    RecordCodec.Writer<Book> writer = CODEC.writer(List.of("pages", "created_at", "other", "id"));

    Book unknown = CODEC.read(WRITTEN.copy().put("weight", 3));

    assertThat(writer.write(unknown).encode())
        .isEqualTo(
            "{\"pages\":7,\"created_at\":\"2026-03-04T05:06:07.089Z\","
                + "\"other\":null,\"id\":\"book_1\"}");
  }

  @Test
  void aCopyChangesOnlyTheNamedComponentsAndIsValidated() {
    Book copy = CODEC.with(BOOK, Map.of("pages", 8, "unitPrice", 3L));

    assertThat(copy.pages()).isEqualTo(8);
    assertThat(copy.unitPrice()).isEqualTo(3);
    assertThat(copy.id()).isEqualTo("book_1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CODEC.with(BOOK, Map.of("pages", 0)))
        .withMessage("A book has pages");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CODEC.with(BOOK, Map.of("title", "Other")));
  }
}

package dev.tradewind.kernel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  void aReadRecordIsValidated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CODEC.read(WRITTEN.copy().put("pages", 0)))
        .withMessage("A book has pages");
  }

  @Test
  void aWriterOfAllMembersLeavesSomeOutAndInsertsOthers() {
    RecordCodec.Writer<Book> writer =
        CODEC
            .writerWithout(Set.of("created_at", "is_printed", "metadata", "address_1"), "shelf")
            .after("id", "deleted_at", "created_at");

    assertThat(writer.columns())
        .isEqualTo("id, deleted_at, created_at, subtitle, pages, unit_price, shelf");
    assertThat(writer.writeAll(List.of(BOOK)).encode())
        .isEqualTo(
            "[{\"id\":\"book_1\",\"deleted_at\":null,"
                + "\"created_at\":\"2026-03-04T05:06:07.089Z\",\"subtitle\":null,\"pages\":7,"
                + "\"unit_price\":5000000000,\"shelf\":null}]");
  }

  private enum Cover {
    HARD,
    SOFT_TOUCH
  }

  private record Author(String name, @JsonName("born") @Nullable Integer yearOfBirth) {}

  private record Shelf(String room, int board) {}

  private record Isbn(String digits) {}

  private record Edition(
      Cover cover,
      Isbn isbn,
      List<Author> authors,
      Set<String> tags,
      Map<String, List<BigDecimal>> prices,
      JsonArray reviews,
      @Nullable Boolean isSigned,
      boolean isSold,
      @JsonInline Shelf shelf,
      @JsonInline @Nullable Owner owner) {}

  private record Owner(String ownerId, Instant since) {}

  private static final RecordCodec<Edition> EDITION =
      RecordCodec.ofMessage(
          MethodHandles.lookup(),
          Edition.class,
          JsonForm.ofText(Isbn.class, Isbn::new, Isbn::digits));

  private static final JsonObject SENT =
      new JsonObject(
          """
          {
            "cover": "soft_touch",
            "isbn": "978-1",
            "authors": [{"name": "Ada", "born": 1815}, {"name": "Anon", "born": null}],
            "tags": ["used"],
            "prices": {"eur": [8.875, 2], "nok": []},
            "reviews": [5],
            "is_signed": null,
            "is_sold": true,
            "room": "north",
            "board": 3,
            "owner_id": "cus_1",
            "since": "2026-03-04T05:06:07.089Z"
          }
          """);

  private static final Edition RECEIVED =
      new Edition(
          Cover.SOFT_TOUCH,
          new Isbn("978-1"),
          List.of(new Author("Ada", 1815), new Author("Anon", null)),
          Set.of("used"),
          Map.of("eur", List.of(new BigDecimal("8.875"), new BigDecimal(2)), "nok", List.of()),
          new JsonArray().add(5),
          null,
          true,
          new Shelf("north", 3),
          new Owner("cus_1", NOW));

  @Test
  void aMessageContainsCollectionsRecordsEnumsAndOwnForms() {
    assertThat(EDITION.read(SENT)).isEqualTo(RECEIVED);
    assertThat(new JsonObject(EDITION.write(RECEIVED).toBuffer())).isEqualTo(SENT);
  }

  @Test
  void aMessageWithUnknownMembersIsRead() {
    assertThat(EDITION.read(SENT.copy().put("weight", 3))).isEqualTo(RECEIVED);
  }

  @Test
  void aMessageWithoutOneOfItsMembersIsRejectedByName() {
    for (String member : SENT.fieldNames()) {
      JsonObject without = SENT.copy();
      without.remove(member);
      if (member.equals("is_signed")) {
        assertThat(EDITION.read(without)).isEqualTo(RECEIVED);
      } else {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> EDITION.read(without))
            .withMessage("No member " + member);
      }
    }
  }

  @Test
  void anAbsentInlineRecordHasNoMembers() {
    JsonObject unowned = SENT.copy();
    unowned.remove("owner_id");
    unowned.remove("since");

    Edition read = EDITION.read(unowned);

    assertThat(read.owner()).isNull();
    assertThat(new JsonObject(EDITION.write(read).toBuffer())).isEqualTo(unowned);
  }

  @Test
  void anUnknownConstantIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EDITION.read(SENT.copy().put("cover", "leather")))
        .withMessage("No Cover leather");
  }

  private sealed interface Reader {

    record OfShop() implements Reader {}

    record OfSchool(String id) implements Reader {}
  }

  private record ReaderColumns(@Nullable String schoolId) {

    Reader reader() {
      return schoolId == null ? new Reader.OfShop() : new Reader.OfSchool(schoolId);
    }

    static ReaderColumns of(Reader reader) {
      return new ReaderColumns(reader instanceof Reader.OfSchool school ? school.id() : null);
    }
  }

  private record Loan(
      String id,
      @JsonInline Reader reader,
      Instant lentAt,
      Number fee,
      List<Author> authors,
      @JsonInline @Nullable Shelf shelf) {}

  private static final RecordCodec<Loan> LOAN =
      RecordCodec.of(
          MethodHandles.lookup(),
          Loan.class,
          new InlineForm<>(
              Reader.class, ReaderColumns.class, ReaderColumns::reader, ReaderColumns::of));

  private static final JsonObject ROW =
      new JsonObject()
          .put("id", "loan_1")
          .put("school_id", "school_1")
          .put("lent_at", OffsetDateTime.parse("2026-03-04T06:06:07.089+01:00"))
          .put("fee", 2.5)
          .put("room", "north")
          .put("board", 3);

  @Test
  void aRowIsReadWithTheValuesOfItsDriver() {
    assertThat(LOAN.read(ROW))
        .isEqualTo(
            new Loan(
                "loan_1",
                new Reader.OfSchool("school_1"),
                NOW,
                2.5,
                List.of(),
                new Shelf("north", 3)));
    assertThat(LOAN.read(JsonObjects.without(ROW, List.of("school_id"))).reader())
        .isEqualTo(new Reader.OfShop());
  }

  @Test
  void membersOfInlineValuesAreNamedAndWrittenAmongTheOthers() {
    assertThat(LOAN.names())
        .containsExactly("id", "school_id", "lent_at", "fee", "authors", "room", "board");

    RecordCodec.Writer<Loan> writer = LOAN.writer(List.of("board", "school_id", "fee"));

    assertThat(writer.write(LOAN.read(ROW)).encode())
        .isEqualTo("{\"board\":3,\"school_id\":\"school_1\",\"fee\":2.5}");
    assertThat(writer.write(new Loan("2", new Reader.OfShop(), NOW, 1, List.of(), null)).encode())
        .isEqualTo("{\"board\":null,\"school_id\":null,\"fee\":1}");
  }

  private record Unwritable(Thread thread) {}

  @Test
  void aTypeWithoutFormIsRejectedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.ofMessage(MethodHandles.lookup(), Unwritable.class))
        .withMessageContaining("Thread");
  }
}

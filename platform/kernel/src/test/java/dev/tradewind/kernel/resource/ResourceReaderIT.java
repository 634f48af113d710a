package dev.tradewind.kernel.resource;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VertxExtension.class)
class ResourceReaderIT {

  private static final Schema SCHEMA = new Schema("library", "db/migration/library");
  private static final AtomicInteger STATEMENTS = new AtomicInteger();
  private static Pool db;
  private static ResourceReader reader;

  @BeforeAll
  static void open(Vertx vertx) {
    DatabaseConfig database = DatabaseConfig.parse(TestDatabase.create().url(), 4);
    new Migrations(database).run(List.of(SCHEMA));
    db = SchemaPool.open(vertx, database, SCHEMA);
    reader = new ResourceReader(counting(db));
  }

  @Test
  void aRowHasItsWireValuesAndRelations() {
    JsonObject book = await(reader.find(Library.VIEW.defaults(), "b1")).orElseThrow();

    assertThat(book)
        .isEqualTo(
            new JsonObject(
                """
                {
                  "id": "b1",
                  "created_at": "2024-01-01T00:00:00.000Z",
                  "deleted_at": null,
                  "title": "The Dispossessed",
                  "pages": 341,
                  "price": 12.5,
                  "lent": true,
                  "notes": {"shelf": 1},
                  "author_id": "a1",
                  "author": {"id": "a1", "name": "Ursula", "deleted_at": null},
                  "chapters": [
                    {"id": "c1", "title": "Anarres", "book_id": "b1"},
                    {"id": "c2", "title": "Urras", "book_id": "b1"}
                  ],
                  "chapter_count": 2
                }
                """));
  }

  @Test
  void deletedRowsAreNotThere() {
    assertThat(await(reader.find(Library.VIEW.defaults(), "b4"))).isEmpty();
    assertThat(await(reader.find(Library.VIEW.defaults(), "b3")).orElseThrow().getValue("author"))
        .isNull();
  }

  @Test
  void relationsNestAndTheirReferenceColumnsAreNotShown() {
    Selection selection =
        Library.VIEW.select(new JsonObject().put("fields", "title").put("expand", "author.books"));

    JsonObject book = await(reader.find(selection, "b2")).orElseThrow();

    assertThat(book.fieldNames()).containsExactly("id", "title", "author");
    assertThat(
            book.getJsonObject("author").getJsonArray("books").stream()
                .map(each -> ((JsonObject) each).getString("title")))
        .containsExactly("Solaris");
  }

  @Test
  void aRemoteRelationIsAskedOnceForAll() {
    Selection selection = Library.VIEW.select(new JsonObject().put("expand", "ratings"));

    List<JsonObject> books = await(reader.findAll(selection, List.of("b2", "none", "b1")));

    assertThat(books)
        .extracting(book -> book.getJsonArray("ratings").getJsonObject(0).getString("id"))
        .containsExactly("rb2", "rb1");
  }

  @Test
  void relationsThatAreNotCutAreLeftOutWithTheirCount() {
    JsonObject chapter = new JsonObject().put("id", "c1");
    JsonObject book =
        new JsonObject()
            .put("id", "b1")
            .put("title", "The Dispossessed")
            .put("author_id", "a1")
            .put("chapters", new JsonArray(Collections.nCopies(ExpansionBudget.ROWS + 1, chapter)));
    JsonObject query =
        new JsonObject()
            .put("expand", "author,chapters,subjects")
            .put("fields", "title,chapter_count");
    JsonObject small = book.copy().put("chapters", new JsonArray().add(chapter));

    for (Selection selection :
        List.of(Library.VIEW.select(query), Library.VIEW.selectForWrite(query))) {
      List<JsonObject> shown = await(reader.documents(selection, List.of(book, small)));

      assertThat(shown.getFirst().fieldNames())
          .containsExactly("id", "title", "author", "chapters_count", "subjects");
      assertThat(shown.getFirst().getInteger("chapters_count")).isEqualTo(ExpansionBudget.ROWS + 1);
      assertThat(shown.getLast().getJsonArray("chapters")).hasSize(1);
      assertThat(shown.getLast().getInteger("chapter_count")).isEqualTo(1);
    }
  }

  /** The parents are many, and none of them has many rows. */
  @Test
  void manySmallRelationsAreRefusedWhenReadAndLeftOutAfterAWrite() {
    JsonObject chapter = new JsonObject().put("id", "c1");
    JsonObject book =
        new JsonObject()
            .put("id", "b1")
            .put("title", "The Dispossessed")
            .put("chapters", new JsonArray(Collections.nCopies(10, chapter)));
    List<JsonObject> books = Collections.nCopies(ExpansionBudget.ROWS / 10 + 1, book);
    JsonObject query = new JsonObject().put("expand", "chapters").put("fields", "title");

    assertThat(failure(reader.documents(Library.VIEW.select(query), books)))
        .hasMessageContaining("more than 100000 rows");
    assertThat(await(reader.documents(Library.VIEW.selectForWrite(query), books)))
        .containsOnly(new JsonObject().put("id", "b1").put("title", "The Dispossessed"));
  }

  @Test
  void rowsOfATableThatAreNotCutAreLeftOutWithTheirCount() {
    await(
        db.query(
                """
                INSERT INTO chapter (id, title, book_id)
                SELECT 'many' || n, 'Chapter ' || n, 'b1'
                FROM generate_series(1, 100001) AS n
                """)
            .execute());
    JsonObject query = new JsonObject().put("expand", "author,chapters");

    List<JsonObject> read = await(reader.findAll(Library.VIEW.select(query), List.of("b1", "b2")));

    assertThat(read.getFirst().containsKey("chapters")).isFalse();
    assertThat(read.getFirst().getLong("chapters_count")).isGreaterThan(100_000);
    assertThat(read.getFirst().getJsonObject("author")).isNotNull();
    assertThat(read.getLast().containsKey("chapters_count")).isFalse();
    assertThat(read.getLast().getJsonArray("chapters")).isNotNull();
    await(db.query("DELETE FROM chapter WHERE id LIKE 'many%'").execute());
  }

  @Test
  void relationsThatAreTooLargeShowTheirNewestRowsAndTheirCount() {
    await(db.query("INSERT INTO author (id, name) VALUES ('prolific', 'Barbara')").execute());
    await(
        db.query(
                """
                INSERT INTO book (id, title, author_id, created_at)
                SELECT 'p' || n, 'Book ' || n, 'prolific', to_timestamp(n)
                FROM generate_series(1, 100001) AS n
                """)
            .execute());
    View view = View.of(Library.AUTHOR, "books");

    for (Selection selection : List.of(view.defaults(), view.written())) {
      JsonObject author = await(reader.find(selection, "prolific")).orElseThrow();

      assertThat(author.getLong("books_count")).isEqualTo(100_001);
      assertThat(author.getJsonArray("books"))
          .hasSize(1_000)
          .allSatisfy(book ->
              assertThat(Integer.parseInt(((JsonObject) book).getString("id").substring(1)))
                  .isGreaterThan(99_001));
    }
    List<JsonObject> all = await(reader.findAll(view.defaults(), List.of("a1", "prolific")));
    assertThat(all.getFirst().containsKey("books_count")).isFalse();
    JsonObject internal = await(reader.find(view.defaults().whole(), "prolific")).orElseThrow();
    assertThat(internal.getJsonArray("books")).hasSize(100_001);
    await(db.query("DELETE FROM book WHERE author_id = 'prolific'").execute());
    await(db.query("DELETE FROM author WHERE id = 'prolific'").execute());
  }

  @Test
  void aPageIsOneStatementAndOneMoreForEachRelation() {
    JsonObject query = new JsonObject().put("expand", "author,chapters,subjects");
    STATEMENTS.set(0);
    await(reader.list(Library.LISTING, query.copy().put("limit", 1)));
    int forOne = STATEMENTS.getAndSet(0);

    Page page = await(reader.list(Library.LISTING, query));

    assertThat(page.rows()).hasSize(3);
    assertThat(forOne).isEqualTo(4);
    assertThat(STATEMENTS.get()).isEqualTo(4);
  }

  @Test
  void aPageBehindTheLastRowHasTheExactCount() {
    for (String query : List.of("{'offset': 9}", "{'limit': 0}", "{'offset': 9, 'lent': false}")) {
      JsonObject given = new JsonObject(query.replace('\'', '"'));
      Page page = await(reader.list(Library.LISTING, given));

      assertThat(page.rows()).isEmpty();
      assertThat(page.count()).isEqualTo(given.containsKey("lent") ? 2 : 3);
    }
    STATEMENTS.set(0);
    assertThat(await(reader.list(Library.LISTING, new JsonObject().put("title", "x"))).count())
        .isZero();
    assertThat(STATEMENTS.get()).isEqualTo(1);
  }

  @Test
  void aPageBehindAKeyHasTheCountOfAllPages() {
    assertThat(behind("{'after': '', 'limit': 2}", 3)).containsExactly("b1", "b2");
    assertThat(behind("{'after': 'b2'}", 3)).containsExactly("b3");
    assertThat(behind("{'after': 'b3'}", 3)).isEmpty();
    assertThat(behind("{'after': 'b3', 'lent': false}", 2)).isEmpty();
    assertThat(behind("{'after': 'b3', 'order': '-id', 'offset': 1}", 3)).containsExactly("b1");
  }

  private static List<String> behind(String query, long count) {
    Page page = await(reader.list(Library.LISTING, new JsonObject(query.replace('\'', '"'))));
    assertThat(page.count()).isEqualTo(count);
    return page.rows().stream().map(book -> book.getString("id")).toList();
  }

  @Test
  void aCounterHasTheNumberOfAllRowsAndFilteredOnesAreCounted() {
    await(db.query("SELECT maintain_row_counter('book')").execute());
    await(db.query("UPDATE row_counter SET rows = rows + 40").execute());

    assertThat(counted("{}")).isEqualTo(43);
    assertThat(counted("{'offset': 9}")).isEqualTo(43);
    assertThat(counted("{'lent': false}")).isEqualTo(2);
    assertThat(counted("{'q': 'o'}")).isLessThan(4);
    assertThat(counted("{'deleted_at': {'gt': '2024-01-01'}}")).isEqualTo(1);
  }

  private static long counted(String query) {
    Resource counted =
        Resource.table("book")
            .text("id")
            .timestamps("created_at", "deleted_at")
            .booleans("lent")
            .counted()
            .build();
    ListDefinition listing =
        ListDefinition.of(View.of(counted), 10)
            .filter("lent", "deleted_at")
            .search("t.title ILIKE {}")
            .build();
    return await(reader.list(listing, new JsonObject(query.replace('\'', '"')))).count();
  }

  @Test
  void filtersFindTheMatchingRows() {
    assertThat(found("{}")).containsExactly("b3", "b2", "b1");
    assertThat(found("{\"order\": \"author.name\", \"limit\": 2}")).containsExactly("b3", "b2");
    assertThat(found("{\"id\": [\"b1,b2\"]}")).containsExactly("b2", "b1");
    assertThat(found("{\"pages\": \"null\"}")).containsExactly("b3");
    assertThat(found("{\"pages\": [204, null]}")).containsExactly("b3", "b2");
    assertThat(found("{\"pages\": {\"gt\": 204}}")).containsExactly("b1");
    assertThat(found("{\"price\": 12.5}")).containsExactly("b1");
    assertThat(found("{\"lent\": true}")).containsExactly("b1");
    assertThat(found("{\"lent\": []}")).isEmpty();
    assertThat(found("{\"title\": {\"starts_with\": \"sol\"}}")).containsExactly("b2");
    assertThat(found("{\"subject\": [\"s1\"]}")).containsExactly("b2", "b1");
    assertThat(found("{\"q\": \"100 %\"}")).containsExactly("b3");
    assertThat(found("{\"q\": \"_\"}")).isEmpty();
    assertThat(found("{\"deleted_at\": {\"gt\": \"2024-01-01\"}}")).containsExactly("b4");
    assertThat(found("{\"created_at\": {\"gte\": \"2024-02-01\", \"lt\": \"2024-03-01\"}}"))
        .containsExactly("b2");
    assertThat(found("{\"created_at\": {\"lte\": \"1704067200\"}}")).containsExactly("b1");
    assertThat(found("{\"created_at\": {\"gt\": \"Thu, 01 Feb 2024 00:00:00 GMT\"}}"))
        .containsExactly("b3");
  }

  @Test
  void aPageOfLargeRowsIsRefusedWithoutAFurtherStatement() {
    JsonObject query =
        new JsonObject()
            .put("title", new JsonObject().put("starts_with", "Large"))
            .put("limit", 100);
    await(
        db.query(
                """
                INSERT INTO book (id, title, notes)
                SELECT 'large' || n, 'Large ' || n, jsonb_build_object('a', repeat('x', 1000000))
                FROM generate_series(1, 34) AS n
                """)
            .execute());
    try {
      STATEMENTS.set(0);
      assertThat(failure(reader.list(Library.LISTING, query)))
          .hasMessage("limit is too large: the rows of the page have more than 32 MiB");
      assertThat(
              failure(new ResourceReader(db).list(Library.LISTING, query.copy().put("limit", 101))))
          .hasMessage("limit is too large: the rows of the page have more than 32 MiB");
      assertThat(STATEMENTS).hasValue(1);

      Page many = await(reader.list(Library.LISTING, query.copy().put("limit", 17)));
      assertThat(many.rows()).hasSize(17);
      assertThatThrownBy(() -> many.reply("books"))
          .hasMessage("limit is too large: the page has more than 16 MiB");
      Page few = await(reader.list(Library.LISTING, query.copy().put("limit", 15)));
      assertThat(few.reply("books").body().toJsonObject().getLong("count")).isEqualTo(34);
      assertThat(await(reader.list(Library.LISTING, query.copy().put("fields", "id"))).rows())
          .hasSize(34);
    } finally {
      await(db.query("DELETE FROM book WHERE id LIKE 'large%'").execute());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {99, 100, 101, 200, 250, 1000})
  void aLongPageIsReadInPortions(int limit) {
    JsonObject query =
        new JsonObject()
            .put("title", new JsonObject().put("starts_with", "Many"))
            .put("order", "pages")
            .put("offset", 1)
            .put("limit", limit);
    await(
        db.query(
                """
                INSERT INTO book (id, title, pages)
                SELECT 'many' || n, 'Many ' || n, n FROM generate_series(0, 300) AS n
                """)
            .execute());
    try {
      Page page = await(new ResourceReader(db).list(Library.LISTING, query));

      assertThat(page.rows())
          .extracting(row -> row.getInteger("pages"))
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, Math.min(limit, 300)).boxed().toList());
      assertThat(page.count()).isEqualTo(301);
    } finally {
      await(db.query("DELETE FROM book WHERE id LIKE 'many%'").execute());
    }
  }

  private static List<String> found(String query) {
    return await(reader.list(Library.LISTING, new JsonObject(query).put("fields", "id")))
        .rows()
        .stream()
        .map(book -> book.getString("id"))
        .toList();
  }

  private static SqlClient counting(SqlClient counted) {
    return (SqlClient)
        Proxy.newProxyInstance(
            SqlClient.class.getClassLoader(),
            new Class<?>[] {SqlClient.class},
            (proxy, method, arguments) -> {
              STATEMENTS.incrementAndGet();
              return method.invoke(counted, arguments);
            });
  }
}

package dev.tradewind.kernel.resource;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.ListDefinition;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** A small descriptor for tests of selections and views. */
public final class Library {

  static final Resource AUTHOR =
      Resource.table("author")
          .text("id", "name")
          .timestamps("deleted_at")
          .relation(toMany("books", () -> Library.BOOK, "author_id", "t.id").cutWhenLarge())
          .build();

  static final Resource CHAPTER = Resource.table("chapter").text("id", "title", "book_id").build();

  static final Resource SUBJECT = Resource.table("subject").text("id", "name").build();

  /** Entity that contains itself, with a relation for staff. */
  static final Resource SHELF =
      Resource.table("shelf")
          .text("id", "parent_id")
          .relation(toOne("parent", () -> Library.SHELF, "parent_id"))
          .relation(toMany("keepers", () -> Library.AUTHOR, "shelf_id", "t.id").forStaff())
          .build();

  /** Remote resource, requested by the ids of the books. */
  static final Resource RATING = Resource.table("rating").text("id").integers("stars").build();

  public static final Resource BOOK =
      Resource.table("book")
          .text("id")
          .timestamps("created_at", "deleted_at")
          .text("title")
          .integers("pages")
          .numbers("price")
          .booleans("lent")
          .json("notes")
          .text("author_id")
          .relation(toOne("author", () -> AUTHOR, "author_id"))
          .relation(toMany("chapters", () -> CHAPTER, "book_id", "t.title"))
          .relation(
              linked("subjects", () -> SUBJECT, "book_subject", "book_id", "subject_id", "t.name"))
          .relation(
              Relation.remote(
                  "ratings",
                  () -> RATING,
                  "id",
                  true,
                  (db, selection, keys) ->
                      Future.succeededFuture(
                          keys.stream()
                              .map(key ->
                                  new RelatedRow(
                                      key, new JsonObject().put("id", "r" + key).put("stars", 5)))
                              .toList())))
          .computed("chapter_count", "chapters", book -> book.getJsonArray("chapters").size())
          .build();

  public static final View VIEW = View.of(BOOK, "author", "chapters");

  public static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 10)
          .filter("id", "title", "pages", "price", "lent", "created_at", "deleted_at", "author_id")
          .filter(
              "subject",
              Filter.matching(
                  ColumnType.TEXT,
                  "EXISTS (SELECT FROM book_subject AS s"
                      + " WHERE s.book_id = t.id AND s.subject_id = ANY({}))"))
          .search("t.title ILIKE {}")
          .sortable("author.name", "(SELECT a.name FROM author AS a WHERE a.id = t.author_id)")
          .build();

  private Library() {}
}

package dev.tradewind.kernel.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class ViewTest {

  @Test
  void anEmptyQueryShowsTheDefaults() {
    assertThat(Library.VIEW.select(new JsonObject())).isSameAs(Library.VIEW.defaults());
  }

  @Test
  void expandReplacesTheDefaultRelations() {
    Selection selection = select("expand", "subjects,author.books");

    assertThat(selection.relations()).containsOnlyKeys("subjects", "author");
    assertThat(selection.relation("author.books")).isPresent();
    assertThat(selection.relation("author.books.subjects")).isEmpty();
    assertThat(select("expand", "").relations()).isEmpty();
  }

  @Test
  void aPathEndsWhereItComesBackToAnEntity() {
    assertThat(select("expand", "author.books").relation("author.books")).isPresent();
    assertThatThrownBy(() -> select("expand", "author.books.chapters"))
        .hasMessage("expand does not follow author.books.chapters, which comes back to book");
    assertThatThrownBy(() -> select("fields", "author.books.chapters.title"))
        .hasMessage("expand does not follow author.books.chapters, which comes back to book");
  }

  @Test
  void anEntityThatContainsItselfIsFollowedForSixLevels() {
    View shelves = View.of(Library.SHELF);

    String six = "parent.parent.parent.parent.parent.parent";
    assertThat(shelves.select(new JsonObject().put("expand", six)).relation(six)).isPresent();
    assertThatThrownBy(() -> shelves.select(new JsonObject().put("expand", six + ".parent")))
        .hasMessageStartingWith("expand follows at most 6 levels");
  }

  @Test
  void theStorefrontFollowsNoRelationOfStaff() {
    View storefront = View.of(Library.SHELF).forStorefront();
    View opened = View.of(Library.SHELF).forStorefront("parent.keepers");

    assertThatThrownBy(() -> storefront.select(new JsonObject().put("expand", "parent.keepers")))
        .hasMessage("Requested fields [parent.keepers] are not valid");
    assertThatThrownBy(() -> opened.select(new JsonObject().put("expand", "keepers")))
        .hasMessage("Requested fields [keepers] are not valid");
    assertThat(opened.select(new JsonObject().put("expand", "parent.keepers")).relations())
        .containsOnlyKeys("parent");
  }

  @Test
  void fieldsReplaceOrChangeTheDefaults() {
    assertThat(select("fields", "title,pages").fields()).containsOnly("title", "pages", "id");
    assertThat(select("fields", "").fields()).containsOnly("id");
    assertThat(select("fields", "-title").fields()).contains("pages").doesNotContain("title");
    assertThat(select("fields", "+title").fields()).isEqualTo(Library.VIEW.defaults().fields());
  }

  @Test
  void aDottedFieldExpandsAndNarrows() {
    Selection selection = select("fields", "title,author.name");

    assertThat(selection.relation("author").orElseThrow().fields()).containsOnly("name", "id");
    assertThat(selection.relation("chapters").orElseThrow().fields()).contains("title", "book_id");
  }

  @Test
  void aComputedFieldBringsItsRelation() {
    JsonObject query = new JsonObject().put("fields", "chapter_count").put("expand", "");

    assertThat(Library.VIEW.select(query).relations()).containsOnlyKeys("chapters");
  }

  @Test
  void unknownNamesAreRefusedTogether() {
    JsonObject query = new JsonObject().put("expand", "author.secrets").put("fields", "+x,title");

    assertThatThrownBy(() -> Library.VIEW.select(query))
        .isInstanceOf(Problem.class)
        .hasMessage("Requested fields [author.secrets, x] are not valid");
  }

  @Test
  void anAllowListRejectsOtherNamesOfTheDescriptor() {
    View narrow = View.of(Library.BOOK).allowingFields("author.name").allowingRelations("author");

    assertThat(narrow.select(new JsonObject().put("fields", "author.name")).relations())
        .containsOnlyKeys("author");
    assertThatThrownBy(() -> narrow.select(new JsonObject().put("expand", "chapters")))
        .hasMessage("Requested fields [chapters] are not valid");
    assertThatThrownBy(() -> narrow.select(new JsonObject().put("fields", "author.id")))
        .hasMessage("Requested fields [author.id] are not valid");
  }

  @Test
  void aHiddenFieldIsNeitherShownNorNamed() {
    View hiding = View.of(Library.BOOK, "author").hiding("pages");

    assertThat(hiding.defaults().fields()).contains("title").doesNotContain("pages");
    assertThat(hiding.select(new JsonObject().put("expand", "")).fields()).doesNotContain("pages");
    assertThatThrownBy(() -> hiding.select(new JsonObject().put("fields", "pages")))
        .hasMessage("Requested fields [pages] are not valid");
  }

  private static Selection select(String name, String value) {
    return Library.VIEW.select(new JsonObject().put(name, value));
  }
}

package dev.tradewind.kernel.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ColumnsTest {

  private static final Columns BOOK = Columns.base().text("title").integers("pages");

  @Test
  void columnsKeepTheOrderInWhichTheyAreDescribed() {
    assertThat(BOOK.names()).containsExactly("id", "created_at", "updated_at", "title", "pages");
    assertThat(BOOK.insertedAfter("title", Columns.none().text("subtitle")).names())
        .containsExactly("id", "created_at", "updated_at", "title", "subtitle", "pages");
    assertThat(BOOK.without("created_at", "updated_at").names())
        .containsExactly("id", "title", "pages");
  }

  @Test
  void aColumnThatIsNotThereCannotBeLeftOut() {
    assertThatIllegalArgumentException().isThrownBy(() -> BOOK.without("subtitle"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BOOK.insertedAfter("subtitle", Columns.none().text("author")));
  }

  @Test
  void aRowIsBuiltInSqlAsTheWireShowsIt() {
    assertThat(Columns.none().text("title").numbers("price").jsonMembers("t"))
        .isEqualTo("'title', t.title, 'price', trim_scale(t.price)");
  }
}

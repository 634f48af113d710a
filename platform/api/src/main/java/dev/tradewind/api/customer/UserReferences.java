package dev.tradewind.api.customer;

import dev.tradewind.kernel.resource.Column;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import java.util.List;

/** Source of relations to staff users, which the customer verticle owns. */
public final class UserReferences {

  private UserReferences() {}

  /** The users with these ids, in one request; unknown ones are left out. */
  public static Future<List<RelatedRow>> fetch(
      FetchContext reach, Selection selection, List<String> ids) {
    return new CustomerClient(reach.bus())
        .findReferences(
            reach.context(),
            "users",
            ids,
            selection.readColumns().stream().map(Column::name).toList())
        .map(users ->
            users.stream()
                .map(user -> new RelatedRow(user.getString("id"), selection.of(user)))
                .toList());
  }
}

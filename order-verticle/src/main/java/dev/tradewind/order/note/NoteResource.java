package dev.tradewind.order.note;

import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.customer.UserReferences;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;

/** Resource descriptors of notes and of their authors. */
final class NoteResource {

  /** Users belong to the customer verticle; this schema has no such table. */
  private static final Resource AUTHOR =
      Resource.table("\"user\"").columns(CustomerColumns.AUTHOR).build();

  static final Resource NOTE =
      Resource.table("note")
          .softDeletedBase()
          .text("value", "resource_type", "resource_id", "author_id")
          .json("metadata")
          .relation(
              Relation.remote("author", () -> AUTHOR, "author_id", false, UserReferences::fetch))
          .build();

  static final View VIEW = View.of(NOTE, "author");

  static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 50).filter("resource_id").defaultOrder("created_at").build();

  private NoteResource() {}
}

package dev.tradewind.api.event;

import dev.tradewind.kernel.outbox.Topic;
import java.time.Duration;
import java.util.List;

/**
 * Kafka topics of the shop. A topic carries the events of one kind of aggregate, keyed by its id.
 */
public final class Topics {

  public static final String ORDER = "commerce.order.v1";
  public static final String CART = "commerce.cart.v1";
  public static final String BATCH_JOB = "commerce.batch-job.v1";
  public static final String DRAFT_ORDER = "commerce.draft-order.v1";
  public static final String CUSTOMER = "commerce.customer.v1";
  public static final String CUSTOMER_GROUP = "commerce.customer-group.v1";

  /** Staff accounts, invites and third-party apps. */
  public static final String ACCESS = "commerce.access.v1";

  public static final String DISCOUNT = "commerce.discount.v1";
  public static final String GIFT_CARD = "commerce.gift-card.v1";
  public static final String CATALOG = "commerce.catalog.v1";
  public static final String COLLECTION = "commerce.collection.v1";
  public static final String INVENTORY = "commerce.inventory.v1";
  public static final String SETTINGS = "commerce.settings.v1";
  public static final String NOTE = "commerce.note.v1";
  public static final String NOTIFICATION = "commerce.notification.v1";

  /** All topics with their initial partitions and retention. */
  public static final List<Topic> ALL =
      List.of(
          retained(ORDER, 12, 30),
          retained(CART, 24, 3),
          retained(BATCH_JOB, 6, 14),
          retained(DRAFT_ORDER, 6, 14),
          retained(CUSTOMER, 6, 30),
          retained(CUSTOMER_GROUP, 3, 30),
          retained(ACCESS, 3, 30),
          retained(DISCOUNT, 6, 30),
          retained(GIFT_CARD, 3, 90),
          retained(CATALOG, 12, 7),
          retained(COLLECTION, 3, 7),
          retained(INVENTORY, 12, 7),
          new Topic(SETTINGS, 1, Duration.ofDays(7), true),
          retained(NOTE, 3, 30),
          retained(NOTIFICATION, 6, 14));

  private Topics() {}

  private static Topic retained(String name, int partitions, int days) {
    return new Topic(name, partitions, Duration.ofDays(days), false);
  }
}

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
  public static final String NOTIFICATION = "commerce.notification.v1";

  /** All topics with their initial partitions and retention. */
  public static final List<Topic> ALL =
      List.of(
          kept(ORDER, 12, 30),
          kept(CART, 24, 3),
          kept(BATCH_JOB, 6, 14),
          kept(DRAFT_ORDER, 6, 14),
          kept(CUSTOMER, 6, 30),
          kept(CUSTOMER_GROUP, 3, 30),
          kept(ACCESS, 3, 30),
          kept(DISCOUNT, 6, 30),
          kept(GIFT_CARD, 3, 90),
          kept(CATALOG, 12, 7),
          kept(COLLECTION, 3, 7),
          kept(INVENTORY, 12, 7),
          new Topic(SETTINGS, 1, Duration.ofDays(7), true),
          kept(NOTIFICATION, 6, 14));

  private Topics() {}

  private static Topic kept(String name, int partitions, int days) {
    return new Topic(name, partitions, Duration.ofDays(days), false);
  }
}

package dev.tradewind.api.event;

import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.outbox.Topic;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

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

  /** Entries of the audit log. */
  public static final String AUDIT = AuditEntry.TOPIC;

  public static final String PRODUCT_STATE = "commerce.product-state.v1";
  public static final String CUSTOMER_STATE = "commerce.customer-state.v1";
  public static final String ORDER_STATE = "commerce.order-state.v1";

  /** All topics of events with their initial partitions and retention. */
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
          compacted(SETTINGS, 1),
          retained(NOTE, 3, 30),
          retained(NOTIFICATION, 6, 14),
          retained(AUDIT, 6, 90));

  /** Compacted topics of whole products, customers and orders; published only if configured. */
  public static final List<Topic> STATES =
      List.of(
          compacted(PRODUCT_STATE, 12), compacted(CUSTOMER_STATE, 6), compacted(ORDER_STATE, 12));

  private Topics() {}

  /** The topics that a node creates. */
  public static List<Topic> published(boolean withStates) {
    return withStates ? Stream.concat(ALL.stream(), STATES.stream()).toList() : ALL;
  }

  /** The topic of that name, which must exist. */
  public static Topic named(String name) {
    return published(true).stream()
        .filter(topic -> topic.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Topic compacted(String name, int partitions) {
    return new Topic(name, partitions, Duration.ofDays(7), true);
  }

  private static Topic retained(String name, int partitions, int days) {
    return new Topic(name, partitions, Duration.ofDays(days), false);
  }
}

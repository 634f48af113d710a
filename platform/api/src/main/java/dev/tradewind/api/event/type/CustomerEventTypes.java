package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event types of customers and their groups, and notifications. */
final class CustomerEventTypes {

  private static final PayloadSchema CUSTOMER_GROUPS_CHANGED =
      PayloadSchema.of("CustomerGroupsChanged", "The customer groups a customer joined or left.")
          .with("id", Kind.TEXT, "Customer id.")
          .withOptional("added_group_ids", Kind.TEXTS, "Groups joined.")
          .withOptional("removed_group_ids", Kind.TEXTS, "Groups left.");

  private static final PayloadSchema CUSTOMER_PASSWORD_RESET =
      PayloadSchema.of(
              "CustomerPasswordReset",
              "A requested password reset. The token is published on the notification topic only.")
          .with("id", Kind.TEXT, "Customer id.")
          .with("email", Kind.TEXT, "E-mail of the account.")
          .with("first_name", Kind.NULLABLE_TEXT, "First name of the customer.")
          .with("last_name", Kind.NULLABLE_TEXT, "Last name of the customer.");

  private static final PayloadSchema CUSTOMER_GROUP_MEMBERS =
      PayloadSchema.of("CustomerGroupMembers", "Customers that joined or left a group.")
          .with("id", Kind.TEXT, "Customer group id.")
          .with("customer_ids", Kind.TEXTS, "Customer ids.");

  private static final PayloadSchema NOTIFICATION_REQUESTED =
      PayloadSchema.of("NotificationRequested", "A message for one recipient.")
          .with("id", Kind.TEXT, "Notification id.")
          .with(
              "event_name",
              Kind.TEXT,
              "Type of the event or change that caused it; selects the template.")
          .with("resource_type", Kind.TEXT, "Kind of the aggregate.")
          .with("resource_id", Kind.TEXT, "Id of the aggregate.")
          .with("to", Kind.TEXT, "E-mail of the recipient.")
          .with("data", Kind.OBJECT, "Values for the template, one-time token included.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.CUSTOMER,
              "customer.created",
              "A customer was created, guests included.",
              PayloadSchema.ID),
          EventType.of(
              Topics.CUSTOMER,
              "customer.updated",
              "A customer, its addresses or its password changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.CUSTOMER,
              "customer.erased",
              "The personal data of a customer was erased; consumers erase their copies.",
              PayloadSchema.ID),
          EventType.of(
              Topics.CUSTOMER,
              "customer.groups_changed",
              "A customer joined or left customer groups.",
              CUSTOMER_GROUPS_CHANGED),
          EventType.of(
              Topics.CUSTOMER,
              "customer.password_reset",
              "A customer requested a password reset.",
              CUSTOMER_PASSWORD_RESET),
          EventType.of(
              Topics.CUSTOMER_GROUP,
              "customer_group.created",
              "A customer group was created.",
              PayloadSchema.ID),
          EventType.of(
              Topics.CUSTOMER_GROUP,
              "customer_group.updated",
              "A customer group changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.CUSTOMER_GROUP,
              "customer_group.deleted",
              "A customer group was deleted.",
              PayloadSchema.ID),
          EventType.of(
              Topics.CUSTOMER_GROUP,
              "customer_group.customers_added",
              "Customers joined a group.",
              CUSTOMER_GROUP_MEMBERS),
          EventType.of(
              Topics.CUSTOMER_GROUP,
              "customer_group.customers_removed",
              "Customers left a group.",
              CUSTOMER_GROUP_MEMBERS),
          EventType.of(
              Topics.NOTIFICATION,
              "notification.requested",
              "A notification for one recipient was requested.",
              NOTIFICATION_REQUESTED));

  private CustomerEventTypes() {}
}

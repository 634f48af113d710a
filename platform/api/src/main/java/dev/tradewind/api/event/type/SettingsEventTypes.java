package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event types of regions, currencies, sales channels and publishable API keys. */
final class SettingsEventTypes {

  private static final PayloadSchema CURRENCY_UPDATED =
      PayloadSchema.of("CurrencyUpdated", "An updated currency.")
          .with("id", Kind.TEXT, "Currency code.")
          .with("code", Kind.TEXT, "Currency code.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.SETTINGS, "region.created", "A region was created.", PayloadSchema.ID),
          EventType.of(
              Topics.SETTINGS, "region.updated", "A region changed.", PayloadSchema.UPDATED),
          EventType.of(
              Topics.SETTINGS, "region.deleted", "A region was deleted.", PayloadSchema.ID),
          EventType.of(
              Topics.SETTINGS, "currency.updated", "A currency changed.", CURRENCY_UPDATED),
          EventType.of(
              Topics.SETTINGS,
              "sales_channel.created",
              "A sales channel was created.",
              PayloadSchema.ID),
          EventType.of(
              Topics.SETTINGS,
              "sales_channel.updated",
              "A sales channel changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.SETTINGS,
              "sales_channel.deleted",
              "A sales channel was deleted.",
              PayloadSchema.ID),
          EventType.of(
              Topics.SETTINGS,
              "publishable_api_key.created",
              "A publishable API key was created.",
              PayloadSchema.ID),
          EventType.of(
              Topics.SETTINGS,
              "publishable_api_key.revoked",
              "A publishable API key was revoked.",
              PayloadSchema.ID));

  private SettingsEventTypes() {}
}

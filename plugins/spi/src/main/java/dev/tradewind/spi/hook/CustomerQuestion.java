package dev.tradewind.spi.hook;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Whether a customer may have an account.
 *
 * @param metadata as the client has sent it
 * @param userId of staff who makes the account; absent if the shopper does
 */
public record CustomerQuestion(
    String email,
    @Nullable String firstName,
    @Nullable String lastName,
    @Nullable String phone,
    JsonObject metadata,
    @Nullable String userId) {}

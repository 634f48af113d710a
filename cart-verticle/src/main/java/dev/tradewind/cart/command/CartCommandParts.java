package dev.tradewind.cart.command;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.cart.payment.PaymentSessionCleanup;
import dev.tradewind.cart.payment.PaymentSessions;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.view.CartResponses;
import dev.tradewind.kernel.field.KnownFields;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Parts that every run of a command needs. */
@RecordBuilder
public record CartCommandParts(
    Pool pool,
    Clock clock,
    CartStore store,
    KnownFields fields,
    CartReferenceLoader references,
    CartResponses responses,
    CartDiscounts discounts,
    DeletedDiscounts deletedDiscounts,
    PaymentSessions sessions,
    OrderClient orders,
    PaymentSessionCleanup sessionCleanup) {}

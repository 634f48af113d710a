/** HTTP protocol of the API: forms, keys, idempotency, faults, errors, and the pages of a demo. */
@NullMarked
package dev.tradewind.stripe.testserver.http;

import org.jspecify.annotations.NullMarked;

/** Export and erasure of the personal data in orders. */
@NullMarked
package dev.tradewind.order.privacy;

import org.jspecify.annotations.NullMarked;

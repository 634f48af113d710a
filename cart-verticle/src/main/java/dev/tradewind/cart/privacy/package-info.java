/** Export and erasure of the personal data in carts. */
@NullMarked
package dev.tradewind.cart.privacy;

import org.jspecify.annotations.NullMarked;

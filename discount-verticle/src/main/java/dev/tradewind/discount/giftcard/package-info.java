/** Gift cards. */
@NullMarked
package dev.tradewind.discount.giftcard;

import org.jspecify.annotations.NullMarked;

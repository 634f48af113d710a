/** Export and erasure of the personal data of customers. */
@NullMarked
package dev.tradewind.api.privacy;

import org.jspecify.annotations.NullMarked;

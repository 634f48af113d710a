/** Contract and API documentation routes. */
@NullMarked
package dev.tradewind.gateway.docs;

import org.jspecify.annotations.NullMarked;

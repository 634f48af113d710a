/** HTTP contract: loaded from its fragments, served, and used for routing and validation. */
@NullMarked
package dev.tradewind.gateway.contract;

import org.jspecify.annotations.NullMarked;

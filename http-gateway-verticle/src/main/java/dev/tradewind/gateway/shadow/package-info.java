/** Shadow mode: proxy before a running Medusa v1 server, comparison of reads, switch in steps. */
@NullMarked
package dev.tradewind.gateway.shadow;

import org.jspecify.annotations.NullMarked;

/** Shadow mode: proxy before a running Medusa v1 server, comparison of reads, switch in steps. */
@NullMarked
package dev.tradewind.shadow;

import org.jspecify.annotations.NullMarked;

/** PostgreSQL and Kafka as child processes of this one, where nobody runs them already. */
@NullMarked
package dev.tradewind.embedded;

import org.jspecify.annotations.NullMarked;

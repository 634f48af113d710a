/** PostgreSQL and Kafka as child processes, for machines without configured services. */
@NullMarked
package dev.tradewind.embedded;

import org.jspecify.annotations.NullMarked;

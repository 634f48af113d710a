/** OpenSearch server for tests of consumers that feed a search engine. */
@NullMarked
package dev.tradewind.opensearch;

import org.jspecify.annotations.NullMarked;

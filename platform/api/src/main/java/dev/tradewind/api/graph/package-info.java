/**
 * Published resource descriptors of every verticle: the entities and relations that {@code expand}
 * follows from one verticle to another.
 */
@NullMarked
package dev.tradewind.api.graph;

import org.jspecify.annotations.NullMarked;

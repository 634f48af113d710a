/** Contract and API documentation routes. */
@NullMarked
package dev.tradewind.apidocs;

import org.jspecify.annotations.NullMarked;

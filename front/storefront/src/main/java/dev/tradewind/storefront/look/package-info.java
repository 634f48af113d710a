/** Look of the storefront in a language: content that staff edit, and the design of the folder. */
@NullMarked
package dev.tradewind.storefront.look;

import org.jspecify.annotations.NullMarked;

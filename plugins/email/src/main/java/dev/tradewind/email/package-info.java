/** E-mails about events, from templates in the language of the recipient. */
@NullMarked
package dev.tradewind.email;

import org.jspecify.annotations.NullMarked;

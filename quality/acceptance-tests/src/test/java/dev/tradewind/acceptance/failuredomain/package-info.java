/** The shop while a part of the system is unavailable. */
package dev.tradewind.acceptance.failuredomain;

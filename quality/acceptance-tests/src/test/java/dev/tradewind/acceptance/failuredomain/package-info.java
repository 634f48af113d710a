/** What works while a part of the system is away. */
package dev.tradewind.acceptance.failuredomain;

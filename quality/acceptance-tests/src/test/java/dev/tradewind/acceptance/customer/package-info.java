/** Accounts of shoppers and staff, their permissions, sessions, mails and data. */
package dev.tradewind.acceptance.customer;

/** Pages and clients: storefront, dashboard, documents, and generated clients. */
package dev.tradewind.acceptance.clients;

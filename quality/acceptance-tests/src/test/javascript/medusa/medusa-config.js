const modules = process.env.MEDUSA_MODULES === "true"
  ? {
      inventoryService: { resolve: "@medusajs/inventory" },
      stockLocationService: { resolve: "@medusajs/stock-location" },
    }
  : {};

module.exports = {
  projectConfig: {
    jwt_secret: "jwt",
    cookie_secret: "cookie",
    store_cors: "/.*/",
    admin_cors: "/.*/",
    database_type: "postgres",
    database_url: process.env.DATABASE_URL,
  },
  plugins: [
    "medusa-fulfillment-manual",
    "medusa-payment-manual",
    {
      resolve: "medusa-payment-stripe",
      options: { api_key: process.env.STRIPE_KEY, webhook_secret: "whsec_reference" },
    },
  ],
  modules: {
    eventBus: { resolve: "@medusajs/event-bus-local" },
    cacheService: { resolve: "@medusajs/cache-inmemory" },
    ...modules,
  },
  featureFlags: {
    tax_inclusive_pricing: true,
    product_categories: true,
    publishable_api_keys: true,
    order_editing: true,
  },
};

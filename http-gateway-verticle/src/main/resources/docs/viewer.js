// Shows the contract of either surface, with requests to this very server.
SwaggerUIBundle({
  dom_id: '#contract',
  urls: [
    { name: 'Store', url: '/openapi/store.json' },
    { name: 'Admin', url: '/openapi/admin.json' },
  ],
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  // The validator is a service elsewhere.
  validatorUrl: null,
});

// Shows the contract of either surface, with requests to this very server.
Scalar.createApiReference('#contract', {
  sources: [
    { title: 'Store', slug: 'store', url: '/openapi/store.json', default: true },
    { title: 'Admin', slug: 'admin', url: '/openapi/admin.json' },
  ],
  // Samples and requests name this host.
  baseServerURL: location.origin,
  defaultHttpClient: { targetKey: 'js', clientKey: 'fetch' },
  // Nothing of it reaches another host: neither fonts, nor a proxy, nor services of the viewer's maker.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideModels: true,
});

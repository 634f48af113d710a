// The base class of the services of plugins. The published package needs the whole of Medusa for its transactions.
exports.BaseService = class BaseService {};

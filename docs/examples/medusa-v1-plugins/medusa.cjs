// What plugins take from the packages of Medusa, which are its whole back end, and from its database library.
class BaseService {}

exports.BaseService = BaseService;
exports.TransactionBaseService = BaseService;
exports.OrderStatus = {
  PENDING: "pending",
  COMPLETED: "completed",
  ARCHIVED: "archived",
  CANCELED: "canceled",
  REQUIRES_ACTION: "requires_action",
};
// A condition of a list: one of these values.
exports.In = (values) => values;
exports.MedusaErrorTypes = { DB_ERROR: "database_error" };
exports.MedusaError = class MedusaError extends Error {
  constructor(type, message) {
    super(message);
    this.type = type;
  }
};

// Read by plugins, as in the shop that they were written for. The gateway answers for CORS.
module.exports = { projectConfig: { store_cors: "", admin_cors: "" } };

-- A function that is published to another schema is granted by name. Without this everybody who
-- can log in could call every function of this schema's role.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

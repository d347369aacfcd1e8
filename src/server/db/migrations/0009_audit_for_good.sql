-- The audit log is for good: rows are added and never changed, whoever asks, the product itself included.
CREATE FUNCTION audit_log_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log cannot be changed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_for_good BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_for_good();

-- Administration wants a fresh proof after some time without use (GR-08); home stays signed in.
alter table session add column administered_at timestamptz;

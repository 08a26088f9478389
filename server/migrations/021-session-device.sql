-- Which remembered device a session came of: when somebody has copied its credential, all that it opened is over (SE-02).
-- Not a reference: a dead credential is cleared away long before the session is.
alter table session add column credential_id text;
create index session_of_device on session (credential_id) where ended_at is null;

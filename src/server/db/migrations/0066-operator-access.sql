-- How operators get in: passkeys, and links by which a password is set anew. What a role is limited to inside a brand.
alter table studio.grant_of_account add column parts jsonb;
-- The name under which the authenticators of an account keep its passkeys; none before the first is made.
alter table studio.account add column user_handle text;

create table studio.passkey (
  credential_id text primary key,
  account_id integer not null references studio.account on delete cascade,
  -- The studio's host that it was made under: it opens no other.
  host text not null,
  -- COSE (RFC 9053), base64url.
  public_key text not null,
  sign_count bigint not null,
  transports jsonb not null,
  name text not null,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on studio.passkey (account_id);

-- What authenticators were asked to sign, each once.
create table studio.passkey_challenge (
  -- SHA-256, base64url.
  challenge_hash text primary key,
  -- Of a passkey that is being made; null at a sign-in, which knows nobody yet.
  account_id integer references studio.account on delete cascade,
  expires_at timestamptz not null
);

-- One-time links that set a new password, one an account.
create table studio.password_link (
  account_id integer primary key references studio.account on delete cascade,
  -- SHA-256 of the token in the link, base64url.
  token_hash text not null unique,
  expires_at timestamptz not null
);

grant select, insert, update, delete on studio.passkey, studio.passkey_challenge, studio.password_link to livery_studio;

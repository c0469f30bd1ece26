-- The studio: accounts of operators, who are no players, the log of their acts, drafts and revisions of brands. A schema of its
-- own, which brands neither read nor write.
do $$ begin
  if not exists (select from pg_roles where rolname = 'livery_studio') then
    create role livery_studio nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role(session_user, 'livery_studio', 'member') then
    execute format('grant livery_studio to %I', session_user);
  end if;
end $$;

create schema studio;

create table studio.account (
  account_id integer generated always as identity primary key,
  name text not null,
  -- As it was given; compared in lower case.
  email text not null,
  -- argon2id.
  password_hash text not null,
  -- Secret of the authenticator app, sealed; the pending one counts once a code has confirmed it.
  totp_secret text,
  totp_pending text,
  -- The time step of the last code that was used, so that none counts twice.
  totp_last_step bigint,
  created_at timestamptz not null,
  last_sign_in_at timestamptz
);
create unique index account_email on studio.account (lower(email));

-- What an account may do: a role in a brand, or in all of them ('*').
create table studio.grant_of_account (
  account_id integer not null references studio.account on delete cascade,
  role text not null,
  scope text not null,
  primary key (account_id, role, scope)
);

create table studio.session (
  -- SHA-256 of the token in the cookie, base64url.
  token_hash text primary key,
  account_id integer not null references studio.account on delete cascade,
  address text not null,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_account on studio.session (account_id);

-- One-time links: of the first owner (no e-mail address) and of invited colleagues.
create table studio.invitation (
  -- SHA-256 of the token in the link, base64url.
  token_hash text primary key,
  email text,
  -- [{role, scope}]
  grants jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Who did what, each row with a hash over itself and the row before. Nothing is ever changed or deleted here.
create table studio.act (
  sequence bigint primary key,
  at timestamptz not null,
  account text not null,
  brand_id text,
  act text not null,
  details jsonb not null,
  hash text not null
);
create index act_brand on studio.act (brand_id, sequence);

-- A draft that is open: the state of the live folder on which it builds, and the number of its last edit.
create table studio.draft (
  brand_id text primary key,
  opened_at timestamptz not null,
  -- Path → SHA-256 of the live files when the draft was opened.
  base jsonb not null,
  sequence integer not null
);
create table studio.draft_edit (
  brand_id text not null references studio.draft on delete cascade,
  sequence integer not null,
  account text not null,
  editor text not null,
  at timestamptz not null,
  -- {path, pointer, value?}
  edit jsonb not null,
  primary key (brand_id, sequence)
);
-- Who has a draft open, and which field has the focus.
create table studio.draft_person (
  brand_id text not null,
  editor text not null,
  account text not null,
  path text,
  pointer text,
  seen_at timestamptz not null,
  primary key (brand_id, editor)
);

-- The bytes of files of revisions, each once.
create table studio.blob (
  hash text primary key,
  bytes bytea not null
);
create table studio.revision (
  brand_id text not null,
  number integer not null,
  at timestamptz not null,
  author text not null,
  message text not null,
  -- SHA-256 over all its files.
  hash text not null,
  -- Path → hash of a blob.
  files jsonb not null,
  primary key (brand_id, number)
);
create table studio.scheduled (
  schedule_id integer generated always as identity primary key,
  brand_id text not null,
  at timestamptz not null,
  author text not null,
  message text not null,
  state text not null,
  reason text,
  -- Path → hash of the live files on which the plan builds, and path → hash of a blob of what it publishes.
  base jsonb not null,
  files jsonb not null
);
create index scheduled_due on studio.scheduled (state, at);

grant usage on schema studio to livery_studio;
grant select, insert, update, delete on all tables in schema studio to livery_studio;
-- The log, revisions and their bytes only grow.
revoke update, delete on studio.act, studio.revision, studio.blob from livery_studio;

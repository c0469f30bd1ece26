-- Two-factor authentication.

-- The secret that a player's app and the server share, sealed by the key of the environment. Until it is switched on it only
-- waits to be scanned. A right code leaves a proof, which one session may use once.
create table two_factor (
  brand_id text not null,
  account_id bigint not null,
  secret text not null,
  created_at timestamptz not null,
  enabled_at timestamptz,
  last_step bigint not null,
  proof_hash text,
  proof_session_id text,
  proof_expires_at timestamptz,
  primary key (brand_id, account_id),
  foreign key (brand_id, account_id) references account on delete cascade
);

-- Codes that stand in for the app, each once.
create table recovery_code (
  brand_id text not null,
  account_id bigint not null,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (brand_id, account_id, code_hash),
  foreign key (brand_id, account_id) references account on delete cascade
);

-- A sign-in whose first step is done: it waits for the code. One that a social provider began is found by its browser alone.
create table sign_in_challenge (
  brand_id text not null,
  auth_hash text not null,
  account_id bigint not null,
  kind text not null check (kind in ('password', 'social')),
  is_remembered boolean not null,
  attempts_left smallint not null check (attempts_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (brand_id, auth_hash),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index sign_in_challenge_account on sign_in_challenge (brand_id, account_id, expires_at);

do $$
declare
  name text;
begin
  foreach name in array array['two_factor', 'recovery_code', 'sign_in_challenge']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to livery_tenant', name);
  end loop;
end $$;

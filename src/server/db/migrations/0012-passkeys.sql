-- Passkeys (WebAuthn), and the clean-up of what waits for one or for a code.

-- A public key of a player's authenticator, for one host. The private one never leaves that.
create table passkey (
  brand_id text not null,
  credential_id text not null,
  account_id bigint not null,
  host text not null,
  user_handle text not null,
  public_key text not null,
  sign_count bigint not null,
  transports jsonb not null,
  name text not null,
  device text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (brand_id, credential_id),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index passkey_account on passkey (brand_id, account_id);

-- What an authenticator has been given to sign, once. It is bound to the session that makes a passkey, to the browser that signs
-- in, or to the sign-in whose second step it is.
create table passkey_challenge (
  brand_id text not null,
  challenge_hash text not null,
  purpose text not null check (purpose in ('making', 'sign_in', 'second_step')),
  bound_hash text not null,
  user_handle text,
  expires_at timestamptz not null,
  primary key (brand_id, challenge_hash)
);
create index passkey_challenge_over on passkey_challenge (brand_id, expires_at);
create index sign_in_challenge_over on sign_in_challenge (brand_id, expires_at);

do $$
declare
  name text;
begin
  foreach name in array array['passkey', 'passkey_challenge']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to livery_tenant', name);
  end loop;
  foreach name in array array['passkey_challenge', 'sign_in_challenge']
  loop
    execute format('create policy system_over on %I for select to livery_system using (true)', name);
    execute format('grant select (brand_id, expires_at) on %I to livery_system', name);
  end loop;
end $$;

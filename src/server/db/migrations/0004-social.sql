-- Signing in by social providers.

-- A sign-in on its way: it belongs to the browser that began it and is used up by its first way back.
create table social_transaction (
  brand_id text not null,
  state_hash text not null,
  browser_hash text not null,
  provider text not null,
  purpose text not null check (purpose in ('sign_in', 'registration')),
  language text not null,
  return_path text,
  stage text not null check (stage in ('started', 'claimed', 'identified')),
  subject text,
  profile jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (brand_id, state_hash),
  check ((stage = 'identified') = (subject is not null))
);
create index social_transaction_browser on social_transaction (brand_id, browser_hash, created_at desc);
create index social_transaction_over on social_transaction (brand_id, expires_at);

-- Who a player is at a provider. One that waits for the proof of an e-mail address is bound to the browser that began; once
-- joined, it belongs to one account of its brand.
create table social_identity (
  brand_id text not null,
  account_id bigint not null,
  provider text not null,
  subject text not null,
  browser_hash text,
  created_at timestamptz not null,
  joined_at timestamptz,
  primary key (brand_id, account_id, provider, subject),
  foreign key (brand_id, account_id) references account on delete cascade,
  check ((joined_at is null) = (browser_hash is not null))
);
create unique index social_identity_joined on social_identity (brand_id, provider, subject) where joined_at is not null;

do $$
declare
  name text;
begin
  foreach name in array array['social_transaction', 'social_identity']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to livery_tenant', name);
  end loop;
end $$;

-- The clean-up may learn which brands have sign-ins that are over, and nothing else.
create policy system_over on social_transaction for select to livery_system using (true);
grant select (brand_id, expires_at) on social_transaction to livery_system;

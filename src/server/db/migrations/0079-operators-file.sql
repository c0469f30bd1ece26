-- The file that all operators of a country share: deposits that it has counted, and who is noted in it as playing here.
create table deposit_permission (
  brand_id text not null,
  permission_id bigint generated always as identity,
  account_id bigint not null,
  -- Name of the deposit: sent twice at once, it is counted twice under one name, and allowed once.
  deposit_id text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  asked_at timestamptz not null,
  -- When a deposit was begun on it; null while none was.
  used_at timestamptz,
  primary key (brand_id, permission_id),
  unique (brand_id, account_id, deposit_id),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index deposit_permission_open on deposit_permission (brand_id, account_id, asked_at) where used_at is null;

create table player_activity (
  brand_id text not null,
  -- Of name, birthday and country.
  mark text not null,
  state text not null check (state in ('active', 'elsewhere', 'silent', 'leaving', 'left')),
  changed_at timestamptz not null,
  -- Until when a player waits who plays elsewhere; null of other states.
  waits_until timestamptz check ((waits_until is not null) = (state = 'elsewhere')),
  primary key (brand_id, mark)
);
create index player_activity_here on player_activity (brand_id, changed_at) where state in ('active', 'leaving');

do $$
declare
  name text;
begin
  foreach name in array array['deposit_permission', 'player_activity']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, update on deposit_permission, player_activity to livery_tenant;
-- Rounds look for the brands with players who may have left.
create policy system_here on player_activity for select to livery_system using (state in ('active', 'leaving'));
grant select (brand_id, state, changed_at) on player_activity to livery_system;

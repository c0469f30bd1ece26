-- Providers of games whose players act on money that is moved to them: what a player has there is an account of the player's own, one for
-- each provider, and every move is kept before the provider hears of it.
alter table currency_account drop constraint currency_account_kind;
alter table currency_account add constraint currency_account_kind check (kind in
  ('cash', 'bonus', 'pending', 'points', 'advance', 'receivable', 'games', 'house', 'tax', 'rounding', 'liquidity', 'provider', 'fees'));
alter table currency_account drop constraint currency_account_owner;
alter table currency_account add constraint currency_account_owner
  check ((account_id is not null) = (kind in ('cash', 'bonus', 'pending', 'points', 'advance', 'receivable', 'games')));
-- Of money at providers the shard is the number of the provider.
do $$
declare
  former text;
begin
  select conname into strict former from pg_constraint
  where conrelid = 'currency_account'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%shard = 0%';
  execute format('alter table currency_account drop constraint %I', former);
end $$;
alter table currency_account add constraint currency_account_shard
  check (shard = 0 or account_id is null or kind = 'games');

-- The same as before; what a player has at a provider does not fall below zero either.
create or replace function ledger_count_entry() returns trigger language plpgsql as $$
declare
  account_kind text;
  account_closed_at timestamptz;
begin
  select kind, closed_at into account_kind, account_closed_at from currency_account
  where brand_id = new.brand_id and currency_account_id = new.currency_account_id
  for no key update;
  if account_closed_at is not null then
    raise exception 'account % is closed: open it again before anything is booked on it', new.currency_account_id
      using errcode = 'check_violation', constraint = 'ledger_entry_account_open';
  end if;
  select sequence, balance_minor into new.sequence, new.balance_minor from ledger_entry
  where brand_id = new.brand_id and currency_account_id = new.currency_account_id
  order by sequence desc limit 1;
  new.sequence := coalesce(new.sequence, 0) + 1;
  new.balance_minor := coalesce(new.balance_minor, 0) + new.amount_minor;
  if new.balance_minor < 0 and new.amount_minor < 0 and account_kind in ('cash', 'bonus', 'pending', 'points', 'games') then
    raise exception 'account % would fall below zero', new.currency_account_id
      using errcode = 'check_violation', constraint = 'ledger_entry_not_below_zero';
  end if;
  return new;
end $$;

-- Numbers of providers, by which a player's accounts at them are told apart.
create table casino_provider_number (
  brand_id text not null,
  provider_id text not null,
  number smallint not null check (number > 0),
  primary key (brand_id, provider_id),
  unique (brand_id, number)
);

-- A player who may have money at a provider: until it was looked for after the last game, and there was none.
create table casino_away (
  brand_id text not null,
  provider_id text not null,
  account_id bigint not null,
  currency text not null,
  -- The last session that money was moved for.
  session_id text not null,
  -- When it is looked at next; null once everything is back.
  look_at timestamptz,
  -- How often in a row the provider has not answered.
  silences integer not null default 0 check (silences >= 0),
  primary key (brand_id, provider_id, account_id, currency),
  foreign key (brand_id, account_id) references account,
  foreign key (brand_id, session_id) references casino_session
);
create index casino_away_due on casino_away (brand_id, look_at) where look_at is not null;

-- Money that is moved to a provider or back. It is kept as intended before the provider hears of it; one whose outcome is not known stays so
-- until the provider says it.
create table casino_transfer (
  brand_id text not null,
  transfer_id text not null,
  provider_id text not null,
  account_id bigint not null,
  currency text not null,
  direction text not null check (direction in ('in', 'out')),
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('intended', 'done', 'refused')),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (brand_id, transfer_id),
  foreign key (brand_id, provider_id, account_id, currency) references casino_away,
  check ((state = 'intended') = (ended_at is null))
);
-- One at a time: what follows another depends on what has become of it.
create unique index casino_transfer_open on casino_transfer (brand_id, provider_id, account_id, currency) where state = 'intended';
create index casino_transfer_account on casino_transfer (brand_id, account_id, created_at desc);

do $$
declare
  name text;
begin
  foreach name in array array['casino_provider_number', 'casino_away', 'casino_transfer']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert on casino_provider_number to livery_tenant;
grant select, insert, update on casino_away, casino_transfer to livery_tenant;

-- The server's rounds look over all brands for money that is due to come back.
create policy system_away on casino_away for select to livery_system using (look_at is not null);
grant select (brand_id, look_at) on casino_away to livery_system;

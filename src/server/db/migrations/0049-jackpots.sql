-- Jackpots: what stakes have put in, who has won, and an account of the operator's for each pool.
do $$
declare
  kinds text;
  owners text;
begin
  select pg_get_expr(conbin, conrelid) into strict kinds from pg_constraint
  where conrelid = 'currency_account'::regclass and conname = 'currency_account_kind';
  select pg_get_expr(conbin, conrelid) into strict owners from pg_constraint
  where conrelid = 'currency_account'::regclass and conname = 'currency_account_owner';
  alter table currency_account drop constraint currency_account_kind;
  alter table currency_account drop constraint currency_account_owner;
  execute format('alter table currency_account add constraint currency_account_kind check ((%s) or kind = ''jackpot'')', kinds);
  execute format('alter table currency_account add constraint currency_account_owner check (case when kind = ''jackpot'' then account_id is null else (%s) end)', owners);
end $$;

-- A pool of a jackpot in a currency, and the run that is played for now. Micro units are millionths of a minor unit: whole minor units
-- are in the account, and the rest is carried here.
create table casino_jackpot (
  brand_id text not null,
  jackpot_id text not null,
  currency text not null,
  exponent smallint not null,
  -- The shard of its account, by which the pools of a currency are told apart.
  number smallint generated always as identity,
  -- Null until the end of the transaction that begins it.
  currency_account_id bigint,
  run integer not null check (run > 0),
  kind text not null check (kind in ('progressive', 'must_drop_amount', 'must_drop_time')),
  -- Secret until the drop; its hash is published from the beginning.
  secret text not null,
  started_at timestamptz not null,
  seed_minor bigint not null check (seed_minor >= 0),
  cap_minor bigint not null check (cap_minor > seed_minor),
  -- Of a progressive one: a stake of so much wins for certain, and a smaller one by its share.
  one_in_minor bigint not null check (one_in_minor >= 0),
  -- Of one that drops by time: the latest moment.
  drops_by timestamptz,
  -- What the run began with.
  start_micro bigint not null check (start_micro >= 0),
  main_micro bigint not null check (main_micro >= 0),
  reseed_micro bigint not null check (reseed_micro >= 0),
  next_micro bigint not null check (next_micro >= 0),
  -- Stakes of the run.
  stakes bigint not null default 0,
  -- What the house has put in so far.
  funded_minor bigint not null default 0 check (funded_minor >= 0),
  primary key (brand_id, jackpot_id, currency),
  unique (brand_id, currency, number)
);

create table casino_jackpot_contribution (
  brand_id text not null,
  provider_id text not null,
  action_id text not null,
  jackpot_id text not null,
  currency text not null,
  run integer not null,
  -- Its place among the stakes of the run, from 0.
  nonce bigint not null,
  round_id bigint not null,
  stake_minor bigint not null check (stake_minor > 0),
  main_micro bigint not null check (main_micro >= 0),
  reseed_micro bigint not null check (reseed_micro >= 0),
  next_micro bigint not null check (next_micro >= 0),
  at timestamptz not null,
  -- When it came back with its stake.
  undone_at timestamptz,
  primary key (brand_id, provider_id, action_id, jackpot_id),
  foreign key (brand_id, jackpot_id, currency) references casino_jackpot,
  foreign key (brand_id, round_id) references casino_round
);
create index casino_jackpot_contribution_pool on casino_jackpot_contribution (brand_id, jackpot_id, currency, run);

-- What was won: one a run.
create table casino_jackpot_drop (
  brand_id text not null,
  jackpot_id text not null,
  currency text not null,
  run integer not null,
  name text not null,
  exponent smallint not null,
  kind text not null,
  secret text not null,
  account_id bigint not null,
  session_id text not null,
  -- The round of the prize, and the stake that has won it.
  round_id bigint not null,
  provider_id text not null,
  action_id text not null,
  nonce bigint not null,
  stake_minor bigint not null,
  amount_minor bigint not null check (amount_minor >= 0),
  start_micro bigint not null,
  cap_minor bigint not null,
  one_in_minor bigint not null,
  -- What the pool was before the stake and after it.
  before_micro bigint not null,
  after_micro bigint not null,
  started_at timestamptz not null,
  drops_by timestamptz,
  at timestamptz not null,
  primary key (brand_id, jackpot_id, currency, run),
  foreign key (brand_id, jackpot_id, currency) references casino_jackpot,
  foreign key (brand_id, account_id) references account,
  foreign key (brand_id, round_id) references casino_round
);
create unique index casino_jackpot_drop_round on casino_jackpot_drop (brand_id, round_id);
create index casino_jackpot_drop_account on casino_jackpot_drop (brand_id, account_id, at desc);
create index casino_jackpot_drop_action on casino_jackpot_drop (brand_id, provider_id, action_id);

do $$
declare
  name text;
begin
  foreach name in array array['casino_jackpot', 'casino_jackpot_contribution', 'casino_jackpot_drop']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, update on casino_jackpot, casino_jackpot_contribution to livery_tenant;
grant select, insert on casino_jackpot_drop to livery_tenant;

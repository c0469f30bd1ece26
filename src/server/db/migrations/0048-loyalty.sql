-- Loyalty: the tier of each player, what their play has counted, and the cashback of each period. Amounts are minor units of the brand's
-- default currency.
create table loyalty_member (
  brand_id text not null,
  account_id bigint not null,
  -- Ten-thousandths of experience.
  xp_e4 bigint not null default 0 check (xp_e4 >= 0),
  tier text not null default 'copper',
  -- What was earned since the tier was last judged.
  kept_xp_e4 bigint not null default 0,
  kept_from timestamptz not null,
  takes_part boolean not null default true,
  -- Cashback that was paid before bets were settled again: it is kept from what is paid next.
  owed_minor bigint not null default 0 check (owed_minor >= 0),
  joined_at timestamptz not null,
  primary key (brand_id, account_id),
  foreign key (brand_id, account_id) references account
);

create table loyalty_period (
  brand_id text not null,
  account_id bigint not null,
  sequence integer not null,
  tier text not null,
  -- The terms that held when it began.
  terms jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  stake_minor bigint not null default 0,
  -- Below zero where the player has won.
  loss_minor bigint not null default 0,
  state text not null check (state in ('open', 'paid', 'nothing', 'waiting')),
  -- What was credited for it so far, what of it was set against a debt included.
  credited_minor bigint not null default 0 check (credited_minor >= 0),
  -- What the player has got for it, in a currency of theirs.
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  paid_currency text,
  payments integer not null default 0,
  -- When it is settled next; null once it is, until bets of it are settled again.
  settle_at timestamptz,
  primary key (brand_id, account_id, sequence),
  foreign key (brand_id, account_id) references loyalty_member
);
create index loyalty_period_due on loyalty_period (brand_id, settle_at) where settle_at is not null;

-- What a bet or a round has counted: one that is settled again is counted again.
create table loyalty_stake (
  brand_id text not null,
  source text not null check (source in ('casino', 'bet')),
  source_id bigint not null,
  account_id bigint not null,
  -- Null where it counts for nothing.
  period integer,
  stake_minor bigint not null,
  loss_minor bigint not null,
  xp_e4 bigint not null,
  -- Which state of it was counted.
  mark text not null,
  -- Why it counts for nothing; null where it counts.
  reason text check (reason in ('excluded', 'break', 'out')),
  over_at timestamptz not null,
  primary key (brand_id, source, source_id),
  foreign key (brand_id, account_id) references loyalty_member
);
create index loyalty_stake_old on loyalty_stake (brand_id, over_at);

-- Which process counts a brand now, and up to when all was counted.
create table loyalty_keeper (
  brand_id text not null primary key,
  owner text,
  leased_until timestamptz,
  counted_until timestamptz not null
);

create index casino_round_over on casino_round (brand_id, changed_at) where state <> 'open' and mode = 'real';

do $$
declare
  name text;
begin
  foreach name in array array['loyalty_member', 'loyalty_period', 'loyalty_stake', 'loyalty_keeper']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, update on loyalty_member, loyalty_period, loyalty_keeper to livery_tenant;
grant select, insert, update, delete on loyalty_stake to livery_tenant;

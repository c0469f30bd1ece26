-- Bets on credit: a part of the stake is advanced on open bets of the player, which repay it first. What he owes stands in an account
-- of his own whose balance is below zero or nought; no other account of his ever falls below zero.

alter table currency_account drop constraint currency_account_kind;
alter table currency_account drop constraint currency_account_owner;
alter table currency_account add constraint currency_account_kind
  check (kind in ('cash', 'bonus', 'pending', 'points', 'advance', 'house', 'tax', 'rounding', 'liquidity'));
alter table currency_account add constraint currency_account_owner
  check ((account_id is not null) = (kind in ('cash', 'bonus', 'pending', 'points', 'advance')));

-- The advance of a request: what of its stake is the player's own and what was advanced, and what has become of it.
create table bet_advance (
  brand_id text not null,
  reservation_id bigint not null,
  account_id bigint not null,
  currency text not null,
  own_minor bigint not null check (own_minor >= 0),
  advance_minor bigint not null check (advance_minor > 0),
  -- What the covering bets have repaid.
  repaid_minor bigint not null default 0 check (repaid_minor >= 0 and repaid_minor <= advance_minor),
  -- Released when its request was refused: nothing was advanced.
  state text not null check (state in ('waiting', 'covered', 'void', 'released')),
  -- How often its money has moved; the movements are known by it.
  revision integer not null default 0,
  -- Something has happened to a bet that covers it, and its own bet was not looked at since.
  is_due boolean not null default false,
  deadline_at timestamptz not null,
  created_at timestamptz not null,
  primary key (brand_id, reservation_id),
  foreign key (brand_id, account_id) references account,
  foreign key (brand_id, reservation_id) references bet_reservation,
  constraint bet_advance_covered check (state <> 'covered' or repaid_minor = advance_minor)
);
create index bet_advance_due on bet_advance (brand_id, reservation_id) where is_due;
create index bet_advance_waiting on bet_advance (brand_id, deadline_at) where state = 'waiting';
create index bet_advance_account on bet_advance (brand_id, account_id, currency);

-- A bet on which something was advanced, and what it has repaid.
create table bet_advance_cover (
  brand_id text not null,
  reservation_id bigint not null,
  bet_id bigint not null,
  credited_minor bigint not null check (credited_minor > 0),
  repaid_minor bigint not null default 0 check (repaid_minor >= 0),
  -- When the bet was settled first; a correction does not make it later.
  settled_at timestamptz,
  primary key (brand_id, reservation_id, bet_id),
  foreign key (brand_id, reservation_id) references bet_advance,
  foreign key (brand_id, bet_id) references bet
);
create index bet_advance_cover_bet on bet_advance_cover (brand_id, bet_id);

do $$
declare
  name text;
begin
  foreach name in array array['bet_advance', 'bet_advance_cover']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, update on bet_advance, bet_advance_cover to livery_tenant;

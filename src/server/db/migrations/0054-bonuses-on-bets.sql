-- Bonuses that are given for bets on sport: the bets that were placed after the promise, each once for an award, and how they ended.
create table promo_task_bet (
  brand_id text not null,
  award_id bigint not null,
  bet_id bigint not null,
  account_id bigint not null,
  stake_minor bigint not null check (stake_minor >= 0),
  -- Why it cannot count, whatever comes of it: the key of a text; null of one that can.
  refusal text,
  -- The state and settlement of the bet that were looked at last.
  state text not null default 'open',
  revision integer not null default 0,
  ending text check (ending in ('won', 'lost', 'void', 'cashed_out')),
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  placed_at timestamptz not null,
  -- When it was settled first: a correction does not change the order.
  ended_at timestamptz,
  primary key (brand_id, award_id, bet_id),
  foreign key (brand_id, award_id) references promo_award,
  foreign key (brand_id, account_id) references account,
  check (ending is null or ended_at is not null)
);
create index promo_task_bet_bet on promo_task_bet (brand_id, bet_id);

-- What was given, was used, and is not earned any more, since bets were settled again: the next bonus for bets is less by it.
alter table promo_award add column owed_minor bigint not null default 0 check (owed_minor >= 0);

alter table promo_task_bet enable row level security;
alter table promo_task_bet force row level security;
create policy brand_wall on promo_task_bet to livery_tenant using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update on promo_task_bet to livery_tenant;

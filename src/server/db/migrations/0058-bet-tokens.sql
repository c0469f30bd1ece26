-- What a player puts on a bet of their own, bonuses for days in a row, and pools that are shared out.
-- What the player has paid for an insurance when they took it.
alter table promo_award add column premium_minor bigint not null default 0 check (premium_minor >= 0);
-- Days in a row on which the player has come, and the last of them.
alter table promo_award add column streak_days smallint not null default 0 check (streak_days >= 0);
alter table promo_award add column streak_day date;

-- Pools that were shared out, once for each campaign, in minor units of the default currency.
create table promo_pool (
  brand_id text not null,
  campaign_id text not null,
  pool_minor bigint not null check (pool_minor >= 0),
  -- What the players of the pool have staked together, and what the house has won of it; below zero where it has lost.
  staked_minor bigint not null check (staked_minor >= 0),
  profit_minor bigint not null,
  players integer not null check (players >= 0),
  shared_at timestamptz not null,
  primary key (brand_id, campaign_id)
);
alter table promo_pool enable row level security;
alter table promo_pool force row level security;
create policy brand_wall on promo_pool to livery_tenant using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert on promo_pool to livery_tenant;

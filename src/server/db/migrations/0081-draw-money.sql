-- Draws are sold in several currencies: the money of each is kept by itself, and the numbers are drawn for all together.
create table lottery_draw_money (
  brand_id text not null,
  draw_id bigint not null,
  currency text not null,
  exponent smallint not null,
  -- Price of a line, by the terms with which the sale began.
  price_minor bigint not null check (price_minor > 0),
  -- Set when the sale has ended.
  tickets integer not null default 0,
  staked_minor bigint not null default 0 check (staked_minor >= 0),
  -- What its money is divided into, once its winners are known.
  settlement jsonb,
  winners integer not null default 0,
  primary key (brand_id, draw_id, currency),
  foreign key (brand_id, draw_id) references lottery_draw
);
insert into lottery_draw_money (brand_id, draw_id, currency, exponent, price_minor, tickets, staked_minor, settlement, winners)
select brand_id, draw_id, currency, exponent, (terms ->> 'priceMinor')::bigint, tickets, staked_minor, settlement, winners
from lottery_draw draw
where settlement is not null
  or exists (select from lottery_ticket ticket where ticket.brand_id = draw.brand_id and ticket.draw_id = draw.draw_id);

alter table lottery_draw drop column staked_minor, drop column settlement;

alter table lottery_ticket add column currency text;
update lottery_ticket ticket set currency = draw.currency
from lottery_draw draw where draw.brand_id = ticket.brand_id and draw.draw_id = ticket.draw_id;
alter table lottery_ticket alter column currency set not null;

alter table lottery_draw_money enable row level security;
alter table lottery_draw_money force row level security;
create policy brand_wall on lottery_draw_money to livery_tenant
  using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update on lottery_draw_money to livery_tenant;

-- What is open on an outcome: of all bets in a currency together, and of each player's. Limits are asked at every bet, and an outcome
-- may have a hundred thousand bets on it. Kept by the database itself, so that no way of writing a bet goes past it.
create table open_stake (
  brand_id text not null,
  outcome_id bigint not null,
  -- 0 for all players together.
  account_id bigint not null,
  currency text not null,
  -- What is staked and was not sold, and what the bets pay when all of them win.
  stake_minor bigint not null,
  possible_minor bigint not null,
  primary key (brand_id, outcome_id, account_id, currency)
);

insert into open_stake (brand_id, outcome_id, account_id, currency, stake_minor, possible_minor)
select brand_id, bet_leg.outcome_id, whose.account_id, bet.currency, sum(bet.stake_minor - bet.sold_stake_minor), sum(bet.possible_minor)
from bet join bet_leg using (brand_id, bet_id), lateral (values (0), (bet.account_id)) as whose (account_id)
where bet.state = 'open'
group by brand_id, bet_leg.outcome_id, whose.account_id, bet.currency;

-- Adds to what is open on the outcomes of a bet, on one of them where `of_place` names it. Rows are taken in one order by everybody.
create function open_stake_add(of_bet bet, of_place smallint, by_stake bigint, by_possible bigint) returns void language sql as $$
  insert into open_stake (brand_id, outcome_id, account_id, currency, stake_minor, possible_minor)
  select of_bet.brand_id, outcome_id, whose.account_id, of_bet.currency, count(*) * by_stake, count(*) * by_possible
  from bet_leg, (values (0), (of_bet.account_id)) as whose (account_id)
  where bet_leg.brand_id = of_bet.brand_id and bet_id = of_bet.bet_id and place = coalesce(of_place, place)
  group by outcome_id, whose.account_id
  order by outcome_id, whose.account_id
  on conflict (brand_id, outcome_id, account_id, currency) do update
    set stake_minor = open_stake.stake_minor + excluded.stake_minor, possible_minor = open_stake.possible_minor + excluded.possible_minor
$$;

create function open_stake_of_leg() returns trigger language plpgsql as $$
declare
  of_bet bet;
begin
  select * into of_bet from bet where brand_id = new.brand_id and bet_id = new.bet_id;
  if of_bet.state = 'open' then
    perform open_stake_add(of_bet, new.place, of_bet.stake_minor - of_bet.sold_stake_minor, of_bet.possible_minor);
  end if;
  return null;
end $$;

create function open_stake_of_bet() returns trigger language plpgsql as $$
declare
  was bigint[] := case when old.state = 'open' then array[old.stake_minor - old.sold_stake_minor, old.possible_minor] else '{0,0}' end;
  now_is bigint[] := case when new.state = 'open' then array[new.stake_minor - new.sold_stake_minor, new.possible_minor] else '{0,0}' end;
begin
  perform open_stake_add(new, null, now_is[1] - was[1], now_is[2] - was[2]);
  delete from open_stake
  where brand_id = new.brand_id and account_id in (0, new.account_id) and stake_minor = 0 and possible_minor = 0
    and outcome_id in (select outcome_id from bet_leg where brand_id = new.brand_id and bet_id = new.bet_id);
  return null;
end $$;

-- At the end of a transaction, when it has every other lock that it needs: whoever waits for one of these rows keeps nobody waiting.
create constraint trigger opens_stake after insert on bet_leg deferrable initially deferred
  for each row execute function open_stake_of_leg();
create constraint trigger moves_open_stake after update on bet deferrable initially deferred
  for each row when (
    (old.state = 'open') <> (new.state = 'open')
    or (new.state = 'open' and (old.sold_stake_minor, old.possible_minor) <> (new.sold_stake_minor, new.possible_minor))
  )
  execute function open_stake_of_bet();

alter table open_stake enable row level security;
alter table open_stake force row level security;
create policy brand_wall on open_stake to livery_tenant using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update, delete on open_stake to livery_tenant;

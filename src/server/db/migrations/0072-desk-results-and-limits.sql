-- Results of games and limits of games and outcomes at the desk.

alter table studio.desk_claim drop constraint desk_claim_kind_check;
alter table studio.desk_claim add constraint desk_claim_kind_check
  check (kind in ('support', 'identification', 'appeal', 'payment', 'doubt', 'result'));

-- What the desk lists: results that operators have entered, the latest first.
create index result_entered on feed.result (at desc) where source = 'operator';

-- What the house is ready to owe for an outcome or a game, where operators have said it; elsewhere the limit of the brand holds.
create table bet_limit (
  brand_id text not null,
  scope text not null check (scope in ('game', 'outcome')),
  -- The outcome, or the game whose outcomes are meant.
  subject bigint not null,
  -- Minor units of the brand's default currency; 0 takes no bet.
  liability_minor bigint not null check (liability_minor >= 0),
  set_by text not null,
  reason text not null,
  set_at timestamptz not null,
  primary key (brand_id, scope, subject)
);
alter table bet_limit enable row level security;
alter table bet_limit force row level security;
create policy brand_wall on bet_limit to livery_tenant using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update, delete on bet_limit to livery_tenant;

-- What is open on outcomes, of all players (account 0) and of one; and what the desk lets the house owe for them: rows without an
-- account, whose possible_minor is the limit. That of an outcome goes before that of its game.
create or replace function bet_open_stakes(of_brand text, outcome_ids bigint[], of_account bigint)
returns table (outcome_id bigint, account_id bigint, currency text, stake_minor bigint, possible_minor bigint) language plpgsql as $$
declare
  key bigint;
begin
  perform pg_advisory_xact_lock_shared(754121, hashtext(of_brand));
  for key in select distinct hashtextextended(of_brand || '/' || id, 0) as hash from unnest(outcome_ids) id order by hash loop
    perform pg_advisory_xact_lock(key);
  end loop;
  return query
  select open.outcome_id, open.account_id, open.currency, open.stake_minor, open.possible_minor from open_stake open
  where open.brand_id = of_brand and open.outcome_id = any (outcome_ids) and open.account_id in (0, of_account);
  if exists (select from bet_limit where bet_limit.brand_id = of_brand) then
    return query
    select distinct on (asked.id) asked.id, null::bigint, null::text, 0::bigint, own.liability_minor
    from unnest(outcome_ids) asked (id)
    left join feed.outcome outcome on outcome.outcome_id = asked.id
    left join feed.market market on market.market_id = outcome.market_id
    join bet_limit own on own.brand_id = of_brand
      and (own.scope = 'outcome' and own.subject = asked.id or own.scope = 'game' and own.subject = market.game_id)
    order by asked.id, own.scope desc;
  end if;
end $$;

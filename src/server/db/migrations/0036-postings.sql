-- A posting is one statement, and so is what an accepted bet writes. The triggers stay that count entries, keep players' accounts from
-- falling below zero and hold that entries sum to zero: the functions save the ways to the database and back, and no guard.
-- Everybody locks accounts in one order, those of players before the operator's, each in that of their ids: nobody holds an account that
-- all bets share while they wait for one of a player.

-- The operator's accounts that every bet moves money of are kept in shards: bets of different players seldom wait for each other. What
-- the operator has is the sum of all of them.
alter table currency_account add column shard smallint not null default 0 check (shard = 0 or account_id is null);
do $$
declare
  former text;
begin
  select conname into strict former from pg_constraint
  where conrelid = 'currency_account'::regclass and contype = 'u' and array_length(conkey, 1) = 4;
  execute format('alter table currency_account drop constraint %I', former);
end $$;
alter table currency_account add constraint currency_account_one unique nulls not distinct (brand_id, account_id, currency, kind, shard);

-- In which shard of the operator's accounts the money of a player is counted.
create function shard_of(of_account bigint) returns smallint language sql immutable as $$ select (of_account % 16)::smallint $$;

-- Posts transfers, each once under its kind and reference. A transfer is
-- {kind, reference, note, at, entries: [[account, currency, minor units], …]}.
-- is_same is false where another transfer had been posted under the same name.
create function ledger_post(of_brand text, transfers jsonb)
returns table (transfer_id bigint, is_new boolean, is_same boolean) language plpgsql as $$
declare
  one jsonb;
begin
  perform from currency_account account
  where account.brand_id = of_brand and account.currency_account_id in (
    select (entry ->> 0)::bigint from jsonb_array_elements(transfers) asked, jsonb_array_elements(asked -> 'entries') entry
  )
  order by account.account_id is null, account.currency_account_id
  for no key update;
  for one in select * from jsonb_array_elements(transfers) loop
    insert into ledger_transfer as made (brand_id, kind, reference, note, created_at)
    values (of_brand, one ->> 'kind', one ->> 'reference', one ->> 'note', (one ->> 'at')::timestamptz)
    on conflict (brand_id, kind, reference) do nothing
    returning made.transfer_id into transfer_id;
    is_new := transfer_id is not null;
    is_same := true;
    if is_new then
      insert into ledger_entry (brand_id, transfer_id, line, currency_account_id, currency, amount_minor)
      select of_brand, ledger_post.transfer_id, place - 1, (entry ->> 0)::bigint, entry ->> 1, (entry ->> 2)::bigint
      from jsonb_array_elements(one -> 'entries') with ordinality as listed (entry, place);
    else
      select former.transfer_id into strict transfer_id from ledger_transfer former
      where former.brand_id = of_brand and former.kind = one ->> 'kind' and former.reference = one ->> 'reference';
      is_same := one -> 'entries' = (
        select jsonb_agg(jsonb_build_array(posted.currency_account_id, posted.currency, posted.amount_minor) order by posted.line)
        from ledger_entry posted
        where posted.brand_id = of_brand and posted.transfer_id = ledger_post.transfer_id
      );
    end if;
    return next;
  end loop;
end $$;

-- The accounts of a player in a currency, locked, with what they hold, and the shards of the operator's that are asked for, not locked: a
-- posting locks them last. Opens those of `kinds` that are missing.
create function bet_accounts(of_brand text, of_account bigint, in_currency text, kinds text[], at timestamptz)
returns table (currency_account_id bigint, kind text, is_closed boolean, balance_minor bigint) language plpgsql as $$
declare
  of_shard smallint := shard_of(of_account);
begin
  perform from currency_account account
  where account.brand_id = of_brand and account.account_id = of_account and account.currency = in_currency
  order by account.currency_account_id
  for no key update;
  if exists (
    select unnest(kinds) except select account.kind from currency_account account
    where account.brand_id = of_brand and account.currency = in_currency
      and (account.account_id = of_account or (account.account_id is null and account.shard = of_shard))
  ) then
    insert into currency_account (brand_id, account_id, kind, currency, is_active, created_at, shard)
    select of_brand, case when is_own then of_account end, missing, in_currency, false, at, case when is_own then 0 else of_shard end
    from unnest(kinds) missing, lateral (select missing in ('pending', 'advance') as is_own) whose
    on conflict do nothing;
  end if;
  return query
  select account.currency_account_id, account.kind, account.closed_at is not null, coalesce(last.balance_minor, 0)
  from currency_account account
  left join lateral (
    select entry.balance_minor from ledger_entry entry
    where account.account_id is not null
      and entry.brand_id = account.brand_id and entry.currency_account_id = account.currency_account_id
    order by entry.sequence desc limit 1
  ) last on true
  where account.brand_id = of_brand and account.currency = in_currency
    and (account.account_id = of_account or (account.account_id is null and account.shard = of_shard and account.kind = any (kinds)));
end $$;

-- Waits until no bet of the brand is being accepted, and keeps all from it until the end of the transaction.
create function bet_acceptance_stop(of_brand text) returns table (is_stopped boolean) language sql as $$
  select true from pg_advisory_xact_lock(754121, hashtext(of_brand))
$$;

-- Waits until no other bet on the outcomes is being accepted, keeps others from it until the end of the transaction, and says what is open
-- on them then: of all players together, account 0, and of one. Everybody takes the locks in one order.
create function bet_open_stakes(of_brand text, outcome_ids bigint[], of_account bigint)
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
end $$;

-- Writes bets that stand, with their outcomes and the first event of each, posts their money and answers their request. The bets are
-- [{place, stake, possible, tax, frozen, detail, legs}, …]; the number of the first joins the answer. Outcomes are counted in their order:
-- everybody takes those in that of their ids.
create function bet_accept(of_brand text, of_reservation bigint, bets jsonb, transfers jsonb, answer jsonb, at timestamptz)
returns table (bet_id bigint) language plpgsql as $$
declare
  asked bet_reservation;
  one jsonb;
  made bigint;
begin
  select * into strict asked from bet_reservation where brand_id = of_brand and reservation_id = of_reservation;
  for one in select * from jsonb_array_elements(bets) loop
    insert into bet (brand_id, account_id, reservation_id, place, currency, stake_minor, possible_minor, stake_tax_minor, frozen, state,
      created_at)
    values (of_brand, asked.account_id, of_reservation, (one ->> 'place')::smallint, asked.currency, (one ->> 'stake')::bigint,
      (one ->> 'possible')::bigint, (one ->> 'tax')::bigint, one -> 'frozen', 'open', at)
    returning bet.bet_id into made;
    bet_id := coalesce(bet_accept.bet_id, made);
    insert into bet_leg (brand_id, bet_id, place, outcome_id, outcome_type_id, market_id, market_type_id, parameter, game_id, game_name,
      kind, starts_at, requested_odds, odds, epoch, seq)
    select of_brand, made, leg.place, leg.outcome_id, leg.outcome_type_id, leg.market_id, leg.market_type_id, leg.parameter, leg.game_id,
      leg.game_name, leg.kind, leg.starts_at, leg.requested_odds, leg.odds, leg.epoch, leg.seq
    from jsonb_to_recordset(one -> 'legs') as leg (place smallint, outcome_id bigint, outcome_type_id integer, market_id bigint,
      market_type_id integer, parameter text, game_id bigint, game_name text, kind smallint, starts_at timestamptz, requested_odds text,
      odds text, epoch text, seq bigint)
    order by leg.outcome_id;
    insert into bet_event (brand_id, bet_id, sequence, kind, detail, at) values (of_brand, made, 1, 'accepted', one -> 'detail', at);
  end loop;
  if exists (select from ledger_post(of_brand, transfers) posted where not posted.is_same) then
    raise exception 'the money of request % was moved before, with other entries', of_reservation;
  end if;
  update bet_reservation
  set state = 'accepted', answer = jsonb_set(bet_accept.answer, '{betId}', to_jsonb(bet_accept.bet_id)), resolved_at = at
  where brand_id = of_brand and reservation_id = of_reservation;
  return next;
end $$;

-- What is posted and asked of one player reads the accounts of that player, however many others there are and whether or not the database
-- has counted its rows yet: lists of ids come as arrays, and the accounts of a player and of the operator are asked for one after another.
-- One plan serves every call. The order of locks is that of an expression: no index is preferred for having it, and found to hold all accounts
-- of a brand.

create or replace function ledger_post(of_brand text, transfers jsonb)
returns table (transfer_id bigint, is_new boolean, is_same boolean) language plpgsql set plan_cache_mode to force_generic_plan as $$
declare
  one jsonb;
  asked bigint[] := array(
    select (entry ->> 0)::bigint from jsonb_array_elements(transfers) transfer, jsonb_array_elements(transfer -> 'entries') entry
  );
begin
  perform from currency_account account
  where account.brand_id = of_brand and account.currency_account_id = any (asked)
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

create or replace function bet_accounts(of_brand text, of_account bigint, in_currency text, kinds text[], at timestamptz)
returns table (currency_account_id bigint, kind text, is_closed boolean, balance_minor bigint) language plpgsql
set plan_cache_mode to force_generic_plan as $$
declare
  of_shard smallint := shard_of(of_account);
  had text[];
begin
  perform from currency_account account
  where account.brand_id = of_brand and account.account_id = of_account and account.currency = in_currency
  order by account.currency_account_id + 0
  for no key update;
  had := array(
    select account.kind from currency_account account
    where account.brand_id = of_brand and account.account_id = of_account and account.currency = in_currency
    union all
    select account.kind from currency_account account
    where account.brand_id = of_brand and account.account_id is null and account.currency = in_currency
      and account.kind = any (kinds) and account.shard = of_shard
  );
  if not kinds <@ had then
    insert into currency_account (brand_id, account_id, kind, currency, is_active, created_at, shard)
    select of_brand, case when is_own then of_account end, missing, in_currency, false, at, case when is_own then 0 else of_shard end
    from unnest(kinds) missing, lateral (select missing in ('bonus', 'freebet', 'pending', 'advance', 'receivable') as is_own) whose
    on conflict do nothing;
  end if;
  return query
  select account.currency_account_id, account.kind, account.closed_at is not null, coalesce(last.balance_minor, 0)
  from currency_account account
  left join lateral (
    select entry.balance_minor from ledger_entry entry
    where entry.brand_id = account.brand_id and entry.currency_account_id = account.currency_account_id
    order by entry.sequence desc limit 1
  ) last on true
  where account.brand_id = of_brand and account.account_id = of_account and account.currency = in_currency
  union all
  select account.currency_account_id, account.kind, account.closed_at is not null, 0::bigint
  from currency_account account
  where account.brand_id = of_brand and account.account_id is null and account.currency = in_currency
    and account.kind = any (kinds) and account.shard = of_shard;
end $$;

create or replace function bonus_pays(of_brand text, of_account bigint, in_currency text, of_reservation bigint, of_award bigint)
returns table (pays boolean) language plpgsql set plan_cache_mode to force_generic_plan as $$
begin
  perform from currency_account account
  where account.brand_id = of_brand and account.account_id = of_account and account.currency = in_currency
  order by account.currency_account_id + 0
  for no key update;
  update bet_reservation set award_id = of_award
  where brand_id = of_brand and reservation_id = of_reservation
    and exists (select from promo_award award where award.brand_id = of_brand and award.award_id = of_award and award.state = 'active');
  return query select found;
end $$;

-- The operator's accounts are a few of very many.
create index currency_account_operator on currency_account (brand_id, currency, kind, shard) where account_id is null;

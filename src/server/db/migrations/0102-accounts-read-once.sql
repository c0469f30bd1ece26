-- The accounts of a player are locked, then read once: what is missing is seen by what was read, and opened. Before, they were read a second
-- time for that alone, by every statement that asks for them.
create or replace function bet_accounts(of_brand text, of_account bigint, in_currency text, kinds text[], at timestamptz)
returns table (currency_account_id bigint, kind text, is_closed boolean, balance_minor bigint) language plpgsql
set plan_cache_mode to force_generic_plan as $$
declare
  of_shard smallint := shard_of(of_account);
  had text[] := '{}';
begin
  perform from currency_account account
  where account.brand_id = of_brand and account.account_id = of_account and account.currency = in_currency
  order by account.currency_account_id + 0
  for no key update;
  for attempt in 1 .. 2 loop
    for currency_account_id, kind, is_closed, balance_minor in
      select account.currency_account_id, account.kind, account.closed_at is not null, coalesce(last.balance_minor, 0)
      from currency_account account
      left join lateral (
        select entry.balance_minor from ledger_entry entry
        where entry.brand_id = account.brand_id and entry.currency_account_id = account.currency_account_id
        order by entry.sequence desc limit 1
      ) last on true
      where account.brand_id = of_brand and account.account_id = of_account and account.currency = in_currency
        and account.kind <> all (had)
      union all
      select account.currency_account_id, account.kind, account.closed_at is not null, 0::bigint
      from currency_account account
      where account.brand_id = of_brand and account.account_id is null and account.currency = in_currency
        and account.kind = any (kinds) and account.shard = of_shard and account.kind <> all (had)
    loop
      had := had || kind;
      return next;
    end loop;
    exit when kinds <@ had;
    insert into currency_account (brand_id, account_id, kind, currency, is_active, created_at, shard)
    select of_brand, case when is_own then of_account end, missing, in_currency, false, at, case when is_own then 0 else of_shard end
    from unnest(kinds) missing, lateral (select missing in ('bonus', 'freebet', 'pending', 'advance', 'receivable') as is_own) whose
    where missing <> all (had)
    on conflict do nothing;
  end loop;
end $$;

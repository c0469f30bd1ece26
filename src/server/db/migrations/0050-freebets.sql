-- Free bets: money of a bonus that is staked as a whole, and the request that it was last staked by.
do $$
declare
  kinds text;
  owners text;
begin
  select pg_get_expr(conbin, conrelid) into kinds from pg_constraint
  where conname = 'currency_account_kind' and conrelid = 'currency_account'::regclass;
  select pg_get_expr(conbin, conrelid) into owners from pg_constraint
  where conname = 'currency_account_owner' and conrelid = 'currency_account'::regclass;
  alter table currency_account drop constraint currency_account_kind;
  alter table currency_account drop constraint currency_account_owner;
  execute format('alter table currency_account add constraint currency_account_kind check ((%s) or kind = ''freebet'')', kinds);
  execute format('alter table currency_account add constraint currency_account_owner check (case when kind = ''freebet'' then account_id is not null else (%s) end)', owners);
end $$;

-- The same as before, and the account of a player's free bets is opened too.
create or replace function bet_accounts(of_brand text, of_account bigint, in_currency text, kinds text[], at timestamptz)
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
    from unnest(kinds) missing, lateral (select missing in ('bonus', 'freebet', 'pending', 'advance', 'receivable') as is_own) whose
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

alter table promo_award drop constraint promo_award_state_check;
alter table promo_award add constraint promo_award_state_check check (state in
  ('claimed', 'queued', 'active', 'ready', 'staked', 'converted', 'spent', 'refused', 'expired', 'cancelled'));
alter table promo_award drop constraint promo_award_check;
alter table promo_award add constraint promo_award_check check ((state in ('claimed', 'queued', 'active', 'ready', 'staked')) = (ended_at is null));
-- The request whose stake a free bet has paid last: its bet decides what becomes of it.
alter table promo_award add column reservation_id bigint;
create unique index promo_award_reservation on promo_award (brand_id, reservation_id) where reservation_id is not null;
drop index promo_award_over;
create index promo_award_over on promo_award (brand_id, expires_at) where state in ('claimed', 'queued', 'active', 'ready');

-- A player opens currency accounts and closes them. A closed one keeps its entries, nothing is booked on it, and it may be
-- opened again. Points stand in accounts of their own and, like money, never fall below zero.

alter table currency_account add column closed_at timestamptz;
alter table currency_account add constraint currency_account_closed check (closed_at is null or not is_active);
alter table currency_account drop constraint currency_account_kind_check;
alter table currency_account drop constraint currency_account_check;
alter table currency_account add constraint currency_account_kind
  check (kind in ('cash', 'bonus', 'pending', 'points', 'house', 'tax', 'rounding', 'liquidity'));
alter table currency_account add constraint currency_account_owner
  check ((account_id is not null) = (kind in ('cash', 'bonus', 'pending', 'points')));

create or replace function ledger_count_entry() returns trigger language plpgsql as $$
declare
  account_kind text;
  account_closed_at timestamptz;
begin
  select kind, closed_at into account_kind, account_closed_at from currency_account
  where brand_id = new.brand_id and currency_account_id = new.currency_account_id
  for no key update;
  if account_closed_at is not null then
    raise exception 'account % is closed: open it again before anything is booked on it', new.currency_account_id
      using errcode = 'check_violation', constraint = 'ledger_entry_account_open';
  end if;
  select sequence, balance_minor into new.sequence, new.balance_minor from ledger_entry
  where brand_id = new.brand_id and currency_account_id = new.currency_account_id
  order by sequence desc limit 1;
  new.sequence := coalesce(new.sequence, 0) + 1;
  new.balance_minor := coalesce(new.balance_minor, 0) + new.amount_minor;
  if new.balance_minor < 0 and new.amount_minor < 0 and account_kind in ('cash', 'bonus', 'pending', 'points') then
    raise exception 'account % would fall below zero', new.currency_account_id
      using errcode = 'check_violation', constraint = 'ledger_entry_not_below_zero';
  end if;
  return new;
end $$;

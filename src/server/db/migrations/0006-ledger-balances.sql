-- Every entry knows its place among those of its account and the balance after it, so that a balance is read by one look and
-- can be proved at any point. The database computes both itself, under a lock on the account, and lets no player's account
-- fall below zero: no service can write a balance that is not the fold of the entries before it.

alter table ledger_entry add column sequence bigint;
alter table ledger_entry add column balance_minor bigint;

alter table ledger_entry disable trigger append_only;
update ledger_entry set sequence = told.sequence, balance_minor = told.balance_minor
from (
  select brand_id, transfer_id, line,
    row_number() over of_account as sequence,
    sum(amount_minor) over of_account as balance_minor
  from ledger_entry
  window of_account as (partition by brand_id, currency_account_id order by transfer_id, line)
) told
where ledger_entry.brand_id = told.brand_id
  and ledger_entry.transfer_id = told.transfer_id
  and ledger_entry.line = told.line;
alter table ledger_entry enable trigger append_only;

alter table ledger_entry alter column sequence set not null;
alter table ledger_entry alter column balance_minor set not null;
alter table ledger_entry add constraint ledger_entry_balance
  check (abs(balance_minor) <= 9007199254740991);
drop index ledger_entry_account;
create unique index ledger_entry_account on ledger_entry (brand_id, currency_account_id, sequence);

create function ledger_count_entry() returns trigger language plpgsql as $$
declare
  account_kind text;
begin
  select kind into account_kind from currency_account
  where brand_id = new.brand_id and currency_account_id = new.currency_account_id
  for no key update;
  select sequence, balance_minor into new.sequence, new.balance_minor from ledger_entry
  where brand_id = new.brand_id and currency_account_id = new.currency_account_id
  order by sequence desc limit 1;
  new.sequence := coalesce(new.sequence, 0) + 1;
  new.balance_minor := coalesce(new.balance_minor, 0) + new.amount_minor;
  if new.balance_minor < 0 and new.amount_minor < 0 and account_kind in ('cash', 'bonus', 'pending') then
    raise exception 'account % would fall below zero', new.currency_account_id
      using errcode = 'check_violation', constraint = 'ledger_entry_not_below_zero';
  end if;
  return new;
end $$;
create trigger counts before insert on ledger_entry for each row execute function ledger_count_entry();

-- Why an operator has moved money by hand.
alter table ledger_transfer add column note text;

-- Whoever proves the books must know which brands have any, and nothing else.
create policy system_books on ledger_transfer for select to livery_system using (true);
grant select (brand_id) on ledger_transfer to livery_system;

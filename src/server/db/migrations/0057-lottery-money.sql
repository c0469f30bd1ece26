-- Money of lotteries: stakes of draws that are not settled yet, jackpots that are carried, and what rounding has left, each an account of
-- the operator's in a currency; and bonuses that pay for tickets.
do $$
declare
  kinds text;
  owners text;
begin
  select pg_get_expr(conbin, conrelid) into strict kinds from pg_constraint
  where conrelid = 'currency_account'::regclass and conname = 'currency_account_kind';
  select pg_get_expr(conbin, conrelid) into strict owners from pg_constraint
  where conrelid = 'currency_account'::regclass and conname = 'currency_account_owner';
  alter table currency_account drop constraint currency_account_kind;
  alter table currency_account drop constraint currency_account_owner;
  execute format('alter table currency_account add constraint currency_account_kind check ((%s) or kind in (''lottery_pool'', ''lottery_jackpot'', ''lottery_breakage''))', kinds);
  execute format('alter table currency_account add constraint currency_account_owner check (case when kind in (''lottery_pool'', ''lottery_jackpot'', ''lottery_breakage'') then account_id is null else (%s) end)', owners);
end $$;

alter table promo_stake drop constraint promo_stake_source_check;
alter table promo_stake add constraint promo_stake_source_check check (source in ('casino', 'bet', 'lottery'));

-- Numbers of tickets, given once over all kinds of lotteries: a bonus and the books tell tickets apart by them.
create sequence lottery_ticket_number start with 500010;
grant usage on sequence lottery_ticket_number to livery_tenant;
create function lottery_ticket_ids(of_brand text, wanted integer) returns table (ticket_id bigint) language sql as $$
  select nextval('lottery_ticket_number') from generate_series(1, wanted)
$$;

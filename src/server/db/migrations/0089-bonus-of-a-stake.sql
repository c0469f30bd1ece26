-- Which bonus has paid the stake of a request: the account of bonuses holds that of the bonus which is played through now, and what comes of
-- the stake belongs to the one that has paid it.
alter table bet_reservation add column award_id bigint;
alter table bet_reservation add foreign key (brand_id, award_id) references promo_award;
update bet_reservation set award_id = stake.award_id
from bet, promo_stake stake, promo_award award
where bet.brand_id = bet_reservation.brand_id and bet.reservation_id = bet_reservation.reservation_id
  and stake.brand_id = bet.brand_id and stake.source = 'bet' and stake.source_id = bet.bet_id and stake.bonus_minor > 0
  and award.brand_id = stake.brand_id and award.award_id = stake.award_id
  and coalesce(award.terms -> 'reward' ->> 'kind', 'funds') in ('funds', 'free_rounds');

-- What bets and rounds have brought to a bonus since it ended, below zero where they have taken something back.
alter table promo_award add column late_minor bigint not null default 0;

-- Notes with a request that a bonus pays its stake, unless the bonus has ended meanwhile: its end locks the accounts of its player first.
create function bonus_pays(of_brand text, of_account bigint, in_currency text, of_reservation bigint, of_award bigint)
returns table (pays boolean) language plpgsql as $$
begin
  perform from currency_account account
  where account.brand_id = of_brand and account.account_id = of_account and account.currency = in_currency
  order by account.currency_account_id
  for no key update;
  update bet_reservation set award_id = of_award
  where brand_id = of_brand and reservation_id = of_reservation
    and exists (select from promo_award award where award.brand_id = of_brand and award.award_id = of_award and award.state = 'active');
  return query select found;
end $$;

-- What the bets or rounds of a bonus that is given for them are worth by now, in minor units of its currency: what is owed of it follows from
-- that. Null of any other bonus, and of one that was given before and was not settled since.
alter table promo_award add column worth_minor bigint check (worth_minor >= 0);
-- What is owed of bonuses is asked for by the later bonus that has paid it, too.
create index promo_debt_payer on promo_debt (brand_id, by_award_id) where by_award_id is not null;

-- What a free bet has won and has to be played through is a bonus of its own, by the same terms: of which free bet, and which bet has won it.
alter table promo_award add column of_award_id bigint;
alter table promo_award add column of_bet_id bigint;
alter table promo_award add foreign key (brand_id, of_award_id) references promo_award;
alter table promo_award add check ((of_award_id is null) = (of_bet_id is null));
-- How much more than at first the bet brings by now, below zero where it brings less, since the bonus has begun; and what of that was asked
-- of what the player has, or given to it.
alter table promo_award add column changed_minor bigint not null default 0;
alter table promo_award add column moved_minor bigint not null default 0;
alter table promo_award add check (granted_minor + changed_minor >= 0);
create index promo_award_winnings on promo_award (brand_id, of_award_id, award_id) where of_award_id is not null;
-- `undone`: a free bet has won less after all than what became the player's money of it.
alter table promo_debt drop constraint promo_debt_cause_check;
alter table promo_debt add constraint promo_debt_cause_check
  check (cause in ('late', 'extra', 'task', 'charged_back', 'paid', 'before', 'undone'));

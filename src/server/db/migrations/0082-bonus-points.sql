-- Points that a bonus gives: a lot of their own for each bonus, beside those of days.
alter table loyalty_lot add column award_id bigint;
alter table loyalty_lot add foreign key (brand_id, award_id) references promo_award;
alter table loyalty_lot drop constraint loyalty_lot_brand_id_account_id_day_key;
create unique index loyalty_lot_day on loyalty_lot (brand_id, account_id, day) where award_id is null;
create unique index loyalty_lot_award on loyalty_lot (brand_id, award_id) where award_id is not null;
alter table loyalty_move drop constraint loyalty_move_kind_check;
alter table loyalty_move add constraint loyalty_move_kind_check
  check (kind in ('earned', 'granted', 'taken_back', 'returned', 'spent', 'order_undone', 'expired'));

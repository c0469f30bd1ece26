-- Which deposit has brought a bonus, and what was taken back of it once that was charged back: null as long as it was not.
alter table promo_award add column payment_id bigint;
alter table promo_award add foreign key (brand_id, payment_id) references payment;
alter table promo_award add column charged_back_minor bigint check (charged_back_minor >= 0);
create index promo_award_payment on promo_award (brand_id, payment_id) where payment_id is not null and charged_back_minor is null;
create index payment_disputed on payment (brand_id) where state = 'disputed';
-- The server's rounds look over all brands for deposits that were charged back.
create policy system_disputed on payment for select to livery_system using (state = 'disputed');
grant select (state) on payment to livery_system;

-- Bonuses that wait for their turn.
create index promo_award_queued on promo_award (brand_id, award_id) where state = 'queued';

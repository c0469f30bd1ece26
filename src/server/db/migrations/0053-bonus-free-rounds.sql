-- Free rounds that a bonus has given: they are for one player, and what they win is the player's money or is put by for the bonus.
alter table casino_free_campaign add column promo_award_id bigint;
alter table casino_free_campaign add column pays text not null default 'cash' check (pays in ('cash', 'bonus'));
alter table casino_free_campaign add foreign key (brand_id, promo_award_id) references promo_award;
alter table casino_free_campaign add check (pays = 'cash' or promo_award_id is not null);
create unique index casino_free_campaign_promo on casino_free_campaign (brand_id, promo_award_id) where promo_award_id is not null;
create index casino_free_use_award on casino_free_use (brand_id, award_id);
-- The award that a free bet or its win names, so that a rollback finds it.
alter table wallet_action add column reward text;

-- Bonuses for losses at games: until when rounds count that were begun, and up to which change of them the bonus was worked out; both are
-- null before that.
alter table promo_award add column losses_until timestamptz;
alter table promo_award add column losses_at timestamptz;
alter table promo_award add check ((losses_until is null) = (losses_at is null));

-- Up to when changed rounds were looked at in a brand.
create table promo_loss_mark (
  brand_id text not null primary key,
  looked_at timestamptz not null
);
alter table promo_loss_mark enable row level security;
alter table promo_loss_mark force row level security;
create policy brand_wall on promo_loss_mark to livery_tenant using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update on promo_loss_mark to livery_tenant;

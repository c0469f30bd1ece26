-- Draws may name a round of a beacon from outside, and say what came of it.
alter table lottery_draw add column beacon_round bigint check (beacon_round > 0);
alter table lottery_draw add column beacon jsonb;

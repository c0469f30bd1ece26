-- The rounds of a room are counted by currency: a player sees those of one, and finds none left out.
alter table lottery_bingo_round drop constraint lottery_bingo_round_brand_id_room_id_number_key;
alter table lottery_bingo_round add constraint lottery_bingo_round_number unique (brand_id, room_id, currency, number);

-- The premium of an insurance that waits is held, like the stake of a bet that waits: nothing else can be paid from it meanwhile.
-- Of those that wait already nothing is held, and of sales nothing ever is.
alter table bet_taking add column held_minor bigint not null default 0 check (held_minor >= 0);

-- The sweep of the settling asks which games outcomes of bets wait for, and which results were put right lately: neither grows with
-- the bets that are over.
create index bet_leg_waiting on bet_leg (brand_id, game_id) where result_version is null;
create index result_corrected on feed.result (at, game_id) where version > 1;

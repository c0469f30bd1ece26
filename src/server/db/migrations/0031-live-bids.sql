-- Bets that wait for their price while their games are played, and end when a score changes.

-- What the score of a game says, written so that two scores that say the same are the same text. Periods count where both scores tell
-- them; a period in which nothing has been scored yet says nothing. Of a score that was never told, none was scored.
create function feed.scored(score jsonb, has_periods boolean) returns text language sql immutable as $$
  select coalesce(score ->> 'home', '0') || ':' || coalesce(score ->> 'away', '0') || coalesce((
    select string_agg(' ' || place || '=' || (period ->> 'home') || ':' || (period ->> 'away'), '' order by place)
    from jsonb_array_elements(case when has_periods then score -> 'periods' end) with ordinality as told (period, place)
    where (period ->> 'home', period ->> 'away') <> ('0', '0')
  ), '')
$$;

-- How often the score of a game has changed, corrections among them: who knew the count at some moment knows whether anything was
-- scored or taken back since, also when the score is the same again.
alter table feed.game add column score_changes bigint not null default 0;

create function feed.count_score_change() returns trigger language plpgsql as $$
declare
  has_periods boolean := new.score ? 'periods' and (old.score is null or old.score ? 'periods');
begin
  if feed.scored(new.score, has_periods) <> feed.scored(old.score, has_periods) then
    new.score_changes := old.score_changes + 1;
  end if;
  return new;
end $$;

create trigger game_score_change before update on feed.game
  for each row when (new.score is not null and new.score is distinct from old.score)
  execute function feed.count_score_change();

alter table bet_reservation
  -- By what a bid waits, with the scores at which it was made; null for a request that is no bid, and for bids from before.
  add column bid jsonb,
  -- While the delay of live bets runs for a bid whose price was reached: for how many live outcomes. Due is when it is over.
  add column accepting_live smallint check (accepting_live is null or (accepting_live > 0 and is_bid));

-- The feed as it lives: games that producers tell as they are played, in the same book as those from files.

alter table feed.game
  -- By which its producer knows it; null for a match from a file, which is known by competition, date and teams.
  add column source_code text,
  -- Its producer takes no bets on it for the moment; the status says what holds otherwise.
  add column is_suspended boolean not null default false,
  add column score jsonb,
  -- As it stood at clock_at.
  add column clock jsonb,
  add column clock_at timestamptz check ((clock_at is null) = (clock is null)),
  add column statistics jsonb,
  -- Grows with every change of the row. The feed has one writer at a time, so rows come in the order of their revisions: who has
  -- read up to one has missed none below it. So for markets and outcomes.
  add column revision bigint not null default 0;

alter table feed.game drop constraint game_champ_id_match_date_home_id_away_id_main_game_id_key;
create unique index game_match on feed.game (champ_id, match_date, home_id, away_id, main_game_id)
  nulls not distinct where source_code is null;
create unique index game_source on feed.game (producer, source_code) where source_code is not null;

alter table feed.market
  add column is_suspended boolean not null default false,
  add column revision bigint not null default 0;
alter table feed.outcome add column revision bigint not null default 0;

create index game_revision on feed.game (revision);
create index market_revision on feed.market (revision);
create index outcome_revision on feed.outcome (revision);

create sequence feed.revision;

create function feed.count_revision() returns trigger language plpgsql as $$
begin
  new.revision := nextval('feed.revision');
  return new;
end $$;

create trigger game_revision before insert or update on feed.game
  for each row execute function feed.count_revision();
create trigger market_revision before insert or update on feed.market
  for each row execute function feed.count_revision();
create trigger outcome_revision before insert or update on feed.outcome
  for each row execute function feed.count_revision();

-- Prices that move with time: before the match and while it is played.
alter table feed.price drop constraint price_phase_check;
alter table feed.price add constraint price_phase_check check (phase in ('opening', 'closing', 'line', 'live'));

-- Producers that give signs of life. One that has no row here, a file, is never down.
create table feed.producer (
  producer text primary key,
  is_up boolean not null,
  heard_at timestamptz not null,
  -- Of the last batch that was taken from it; 0 where batches have none.
  last_sequence bigint not null default 0
);

grant select on feed.producer to livery_tenant, livery_feed;
grant insert, update on feed.producer to livery_feed;
grant usage on sequence feed.revision to livery_feed;

-- Players: who plays in a game, what they do in it, and where it is played. A source that tells none of it leaves these tables empty.

-- Of which season a game is, as its source names it; null where the source does not tell.
alter table feed.game add column season text;
create index game_season on feed.game (champ_id, season) where season is not null;

create table feed.player (
  player_id bigint generated always as identity (start with 800001) primary key,
  -- The team.
  participant_id bigint not null references feed.participant,
  producer text not null,
  -- By which the producer knows the player.
  source_code text not null,
  name text not null,
  unique (producer, source_code)
);

-- The players of a game. A line-up that is told anew takes the place of the former.
create table feed.line_up (
  game_id bigint not null references feed.game,
  player_id bigint not null references feed.player,
  side text not null check (side in ('home', 'away')),
  -- In which order they are told.
  place smallint not null check (place >= 0),
  number smallint,
  position text check (position in ('goalkeeper', 'defender', 'midfielder', 'forward')),
  is_starting boolean not null,
  -- Goals to be expected of the player in this game; null where the source does not tell.
  expected_goals numeric check (expected_goals between 0 and 20),
  primary key (game_id, player_id)
);
create index line_up_player on feed.line_up (player_id);

-- What is told of a game beside its score.
create table feed.match_sheet (
  game_id bigint primary key references feed.game,
  stadium jsonb,
  is_confirmed boolean not null default false,
  -- What players did so far.
  events jsonb
);

-- What players did, as the result has it.
alter table feed.result
  add column events jsonb,
  add constraint result_events_of_played check (events is null or kind = 'played');

-- Two teams of players, against each other in a game of its own: its score are the goals of its players in their games.
create table feed.duel_player (
  game_id bigint not null references feed.game,
  player_id bigint not null references feed.player,
  side text not null check (side in ('home', 'away')),
  -- In which the player plays.
  of_game_id bigint not null references feed.game,
  primary key (game_id, player_id)
);
create index duel_of_game on feed.duel_player (of_game_id);

grant select on feed.player, feed.line_up, feed.match_sheet, feed.duel_player to livery_tenant, livery_feed;
grant insert, update on feed.player, feed.match_sheet to livery_feed;
grant insert, delete on feed.line_up to livery_feed;
grant insert on feed.duel_player to livery_feed;

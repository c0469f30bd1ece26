-- Horses by the names that sources give them, and the races for which they were entered.
create table feed.horse (
  horse_id bigint generated always as identity primary key,
  sport_id integer not null,
  name text not null check (name <> ''),
  unique (sport_id, name)
);

create table feed.runner (
  game_id bigint not null references feed.game,
  number smallint not null check (number > 0),
  horse_id bigint not null references feed.horse,
  primary key (game_id, number)
);
create index runner_horse on feed.runner (horse_id);

-- When a producer of games was not heard: nobody knows what its prices were. Without an end it lasts.
create table feed.silence (
  producer text not null,
  since timestamptz not null,
  until timestamptz check (until >= since),
  primary key (producer, since)
);
create unique index silence_open on feed.silence (producer) where until is null;

-- The games of a side.
create index game_home on feed.game (home_id, starts_at);
create index game_away on feed.game (away_id, starts_at) where away_id is not null;

grant select on feed.horse, feed.runner, feed.silence to livery_tenant, livery_feed;
grant insert on feed.horse to livery_feed;
grant insert, update, delete on feed.runner, feed.silence to livery_feed;

-- The horses of races that are known already: gallop and harness.
insert into feed.horse (sport_id, name)
select distinct championship.sport_id, entrant ->> 'name'
from feed.match_sheet sheet
join feed.game game on game.game_id = sheet.game_id
join feed.championship championship on championship.champ_id = game.champ_id
cross join lateral jsonb_array_elements(sheet.field -> 'entrants') entrant
where sheet.field is not null and championship.sport_id in (130, 131);

insert into feed.runner (game_id, number, horse_id)
select sheet.game_id, (entrant ->> 'number')::smallint, horse.horse_id
from feed.match_sheet sheet
join feed.game game on game.game_id = sheet.game_id
join feed.championship championship on championship.champ_id = game.champ_id
cross join lateral jsonb_array_elements(sheet.field -> 'entrants') entrant
join feed.horse horse on horse.sport_id = championship.sport_id and horse.name = entrant ->> 'name'
where sheet.field is not null and championship.sport_id in (130, 131)
on conflict do nothing;

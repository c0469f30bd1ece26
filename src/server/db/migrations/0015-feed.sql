-- The feed: championships, games, markets, prices and results. It belongs to no brand, one book serves all; so it stands in a
-- schema of its own, which brands read and only the role of the feed writes.

do $$ begin
  if not exists (select from pg_roles where rolname = 'livery_feed') then
    create role livery_feed nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;

do $$ begin
  if not pg_has_role(session_user, 'livery_feed', 'member') then
    execute format('grant livery_feed to %I', session_user);
  end if;
end $$;

create schema feed;

create table feed.championship (
  champ_id bigint generated always as identity (start with 10001) primary key,
  sport_id integer not null check (sport_id > 0),
  country_id integer check (country_id between 1 and 291 and country_id <> 100),
  code text not null unique,
  name text not null
);

create table feed.participant (
  participant_id bigint generated always as identity (start with 200001) primary key,
  sport_id integer not null check (sport_id > 0),
  name text not null,
  unique (sport_id, name)
);

-- A match is known by competition, date and teams. The date is that of its source's calendar.
create table feed.game (
  game_id bigint generated always as identity (start with 5000001) primary key,
  main_game_id bigint references feed.game,
  champ_id bigint not null references feed.championship,
  match_date date not null,
  home_id bigint not null references feed.participant,
  away_id bigint not null references feed.participant,
  kind smallint not null check (kind in (1, 3)),
  starts_at timestamptz not null,
  has_start_time boolean not null,
  status smallint not null check (status between 1 and 4),
  producer text not null,
  -- Of the row that it was last taken from: the same row again changes nothing.
  row_mark text not null,
  changed_at timestamptz not null,
  check (home_id <> away_id),
  unique nulls not distinct (champ_id, match_date, home_id, away_id, main_game_id)
);
create index game_start on feed.game (starts_at);

create table feed.market (
  market_id bigint generated always as identity (start with 70000001) primary key,
  game_id bigint not null references feed.game,
  type_id integer not null,
  parameter numeric check (parameter * 4 = trunc(parameter * 4)),
  status smallint not null check (status between 1 and 4),
  unique nulls not distinct (game_id, type_id, parameter)
);

create table feed.outcome (
  outcome_id bigint generated always as identity (start with 300000001) primary key,
  market_id bigint not null references feed.market,
  type_id integer not null,
  odds numeric not null check (odds > 1 and scale(odds) <= 4),
  is_suspended boolean not null default false,
  unique (market_id, type_id)
);

-- Every price that an outcome had, in the order in which it came to be known.
create table feed.price (
  outcome_id bigint not null references feed.outcome,
  sequence integer not null check (sequence > 0),
  phase text not null check (phase in ('opening', 'closing')),
  odds numeric not null check (odds > 1 and scale(odds) <= 4),
  known_at timestamptz not null,
  primary key (outcome_id, sequence)
);

-- Every version of a result; the latest is in force. Versions are added and never changed.
create table feed.result (
  game_id bigint not null references feed.game,
  version integer not null check (version > 0),
  kind text not null check (kind in ('played', 'void')),
  score jsonb check ((score is not null) = (kind = 'played')),
  source text not null check (source in ('feed', 'operator')),
  reason text check (source = 'feed' or reason is not null),
  at timestamptz not null,
  primary key (game_id, version)
);

grant usage on schema feed to livery_tenant, livery_feed;
grant select on all tables in schema feed to livery_tenant, livery_feed;
grant insert, update on feed.championship, feed.game, feed.market, feed.outcome to livery_feed;
grant insert on feed.participant, feed.price, feed.result to livery_feed;

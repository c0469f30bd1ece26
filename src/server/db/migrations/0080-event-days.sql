-- Events of visitors lie by day (UTC), so that retention drops whole days; and the days that take no more events are packed, so that a
-- funnel over millions of them reads a few long rows.

alter table analytics_event rename to analytics_event_before;
alter index analytics_event_number rename to analytics_event_before_number;
alter index analytics_event_at rename to analytics_event_before_at;
alter table analytics_event_before rename constraint analytics_event_pkey to analytics_event_before_pkey;

create table analytics_event (
  brand_id text not null,
  visit_id uuid not null,
  at timestamptz not null,
  number integer not null,
  visitor_id uuid not null,
  account_id bigint,
  is_bot boolean not null,
  -- Whole numbers, numbers with a fraction and texts, as the kind of event says.
  metrics jsonb not null,
  language text not null,
  source text,
  referrer text,
  -- Of the window, px; null of the earliest events.
  screen_width integer check (screen_width >= 0),
  screen_height integer check (screen_height >= 0),
  -- A batch that is sent again changes nothing.
  primary key (brand_id, visit_id, at, number)
) partition by range (at);
create index analytics_event_number on analytics_event (brand_id, number, at, visitor_id) where not is_bot;
create index analytics_event_at on analytics_event (brand_id, at);

-- Makes room for the events of a day. What is there already stays; two that make the same day wait for each other.
create function analytics_make_day(day date) returns void language plpgsql as $$
declare
  name text := 'analytics_event_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(7541210285);
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I (like analytics_event including all)', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  -- Attaching, unlike making it a part at once, lets others write meanwhile.
  execute format(
    'alter table analytics_event attach partition %I for values from (%L) to (%L)',
    name, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
  );
end $$;

-- Drops the days that were over before a moment.
create function analytics_drop_days(before timestamptz) returns integer language plpgsql as $$
declare
  name text;
  dropped integer := 0;
begin
  for name in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'analytics_event'::regclass
      and (to_date(right(relname, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC' <= before
    order by relname
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

select analytics_make_day(day) from (select distinct (at at time zone 'UTC')::date as day from analytics_event_before) as days;
insert into analytics_event
  select brand_id, visit_id, at, number, visitor_id, account_id, is_bot, metrics, language, source, referrer, screen_width, screen_height
  from analytics_event_before;
drop table analytics_event_before;

-- The events of a kind and a day, packed: of each eight bytes that the visitor's name hashes to and the millisecond of the day, in the
-- order of time. Number 0 has the visitors of the day alone, each once, and says that the day is packed.
create table analytics_pack (
  brand_id text not null,
  day timestamptz not null,
  number integer not null check (number >= 0),
  events bytea not null,
  -- Of each visitor the first event of the day alone: all that the first step of a funnel needs.
  firsts bytea not null,
  primary key (brand_id, day, number)
);
-- They are as good as random: compressing them takes time and saves nothing.
alter table analytics_pack alter column events set storage external, alter column firsts set storage external;

-- The events of a kind between two moments, packed, with milliseconds from the first of them.
create function analytics_packed(brand text, kind integer, first timestamptz, before timestamptz)
returns table (events bytea) language sql stable as $$
  select coalesce(string_agg(
    int8send(uuid_hash_extended(visitor_id, 0)) || int4send((extract(epoch from at - first) * 1000)::integer), ''::bytea order by at
  ), ''::bytea)
  from analytics_event
  where brand_id = brand and number = kind and not is_bot and at >= first and at < before
$$;

-- The visitors between two moments, each once.
create function analytics_packed_visitors(brand text, first timestamptz, before timestamptz)
returns table (events bytea) language sql stable as $$
  select coalesce(string_agg(int8send(uuid_hash_extended(visitor_id, 0)), ''::bytea), ''::bytea)
  from (
    select distinct visitor_id from analytics_event where brand_id = brand and not is_bot and at >= first and at < before
  ) as seen
$$;

-- Packs a day that takes no more events; one that is packed stays as it is.
create function analytics_pack_day(brand text, first timestamptz) returns table (kinds integer) language sql as $$
  with packed as (
    insert into analytics_pack (brand_id, day, number, events, firsts)
      select brand, first, 0, visitors.events, ''::bytea
      from analytics_packed_visitors(brand, first, first + interval '24 hours') as visitors
      union all
      select brand, first, number, string_agg(packed, ''::bytea order by at),
        coalesce(string_agg(packed, ''::bytea order by at) filter (where turn = 1), ''::bytea)
      from (
        select number, at, row_number() over (partition by number, visitor_id order by at) as turn,
          int8send(uuid_hash_extended(visitor_id, 0)) || int4send((extract(epoch from at - first) * 1000)::integer) as packed
        from analytics_event
        where brand_id = brand and not is_bot and at >= first and at < first + interval '24 hours'
      ) as seen
      group by number
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from packed
$$;

-- Stores events once, and adds those that were new to the sums of their hours, in one order, so that two batches never wait for each other.
create function analytics_add(brand text, rows text) returns table (added integer) language sql as $$
  with given as (
    select * from jsonb_to_recordset(rows::jsonb) as event (
      visit_id uuid, at timestamptz, number integer, visitor_id uuid, account_id bigint, is_bot boolean, metrics jsonb,
      language text, source text, referrer text, screen_width integer, screen_height integer
    )
  ), stored as (
    insert into analytics_event (
      brand_id, visit_id, at, number, visitor_id, account_id, is_bot, metrics, language, source, referrer, screen_width, screen_height
    )
    select brand, visit_id, at, number, visitor_id, account_id, is_bot, metrics, language, source, referrer, screen_width, screen_height
    from given
    on conflict do nothing
    returning at, number, is_bot
  ), summed as (
    insert into analytics_hour as sums (brand_id, hour, number, is_bot, events)
    select brand, date_trunc('hour', at, 'UTC'), number, is_bot, count(*)
    from stored group by 2, 3, 4 order by 2, 3, 4
    on conflict (brand_id, hour, number, is_bot) do update set events = sums.events + excluded.events
  )
  select count(*)::integer from stored
$$;

do $$
declare
  name text;
begin
  foreach name in array array['analytics_event', 'analytics_pack']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, delete on analytics_event, analytics_pack to livery_tenant;
revoke execute on function analytics_make_day(date), analytics_drop_days(timestamptz) from public;

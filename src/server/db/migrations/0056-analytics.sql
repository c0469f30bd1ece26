-- Events of visitors who have agreed to be counted, and their sums by hour.

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
  -- A batch that is sent again changes nothing.
  primary key (brand_id, visit_id, at, number)
);
create index analytics_event_number on analytics_event (brand_id, number, at, visitor_id) where not is_bot;
create index analytics_event_at on analytics_event (brand_id, at);

-- How many there were in an hour, exactly: they stay when the events themselves are deleted.
create table analytics_hour (
  brand_id text not null,
  hour timestamptz not null,
  number integer not null,
  is_bot boolean not null,
  events bigint not null check (events > 0),
  primary key (brand_id, hour, number, is_bot)
);

do $$
declare
  name text;
begin
  foreach name in array array['analytics_event', 'analytics_hour']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, delete on analytics_event to livery_tenant;
grant select, insert, update on analytics_hour to livery_tenant;

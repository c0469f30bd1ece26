-- Funnels that were asked for, and of each the visitors who entered it on a day, with how far they have come: days that are packed are counted
-- once, and a report reads what they came to.

create table analytics_funnel (
  brand_id text not null,
  -- Numbers of its steps, of the events by which visitors leave it, and its window in ms: `1,1000/1001/86400000`.
  funnel text not null check (length(funnel) between 3 and 200),
  -- The earliest day (UTC) that was asked for.
  first_day timestamptz not null,
  asked_at timestamptz not null,
  primary key (brand_id, funnel)
);

create table analytics_funnel_day (
  brand_id text not null,
  funnel text not null,
  -- On which visitors entered, its beginning (UTC).
  day timestamptz not null,
  -- What was done before this moment is counted, and nothing after it.
  counted_until timestamptz not null check (counted_until > day),
  -- Visitors who can come no further: how many came how far, four bytes a step, and then the eight bytes of each visitor in that order.
  ended bytea not null,
  -- Visitors who still can: the same, with the millisecond of the day at which each entered behind their eight bytes.
  open bytea not null,
  primary key (brand_id, funnel, day),
  foreign key (brand_id, funnel) references analytics_funnel on delete cascade
);
alter table analytics_funnel_day alter column ended set storage external, alter column open set storage external;

-- How often events of players were deleted. What was read before a deletion is not stored after it.
create table analytics_deletion (
  brand_id text primary key,
  times bigint not null default 0
);

do $$
declare
  name text;
begin
  foreach name in array array['analytics_funnel', 'analytics_funnel_day', 'analytics_deletion']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, update, delete on analytics_funnel, analytics_funnel_day to livery_tenant;
grant select, insert, update on analytics_deletion to livery_tenant;

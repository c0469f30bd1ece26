-- The hours of days that still take events, packed for the kinds that funnels ask for. An hour is right as long as the sum of its events is
-- the one that was packed: events are only added, and the sum is written with them.
create table analytics_hour_pack (
  brand_id text not null,
  hour timestamptz not null,
  number integer not null check (number > 0),
  -- Events of the hour by the sums of hours when it was packed.
  summed bigint not null,
  -- As in analytics_pack, with milliseconds of the hour.
  events bytea not null,
  primary key (brand_id, hour, number)
);
alter table analytics_hour_pack alter column events set storage external;
alter table analytics_hour_pack enable row level security;
alter table analytics_hour_pack force row level security;
create policy brand_wall on analytics_hour_pack to livery_tenant
  using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update, delete on analytics_hour_pack to livery_tenant;

-- Packs the hours of kinds that have no pack that is still right. @returns how many
create function analytics_pack_hours(brand text, kinds integer[], first timestamptz, before timestamptz)
returns table (hours integer) language sql as $$
  with written as (
    insert into analytics_hour_pack as pack (brand_id, hour, number, summed, events)
      select brand, sums.hour, sums.number, sums.events, packed.events
      from analytics_hour as sums
      left join analytics_hour_pack as former
        on former.brand_id = brand and former.hour = sums.hour and former.number = sums.number
      cross join lateral analytics_packed(brand, sums.number, sums.hour, sums.hour + interval '1 hour') as packed
      where sums.brand_id = brand and sums.number = any(kinds) and not sums.is_bot and sums.hour >= first and sums.hour < before
        and former.summed is distinct from sums.events
      order by sums.hour, sums.number
    on conflict (brand_id, hour, number) do update set summed = excluded.summed, events = excluded.events
      where pack.summed < excluded.summed
    returning 1
  )
  select count(*)::integer from written
$$;

-- The hours that have events of kinds, the earliest first: with their pack where it is still right.
create function analytics_packed_hours(brand text, kinds integer[], first timestamptz, before timestamptz)
returns table (number integer, hour timestamptz, events bytea) language sql stable as $$
  select sums.number, sums.hour, case when pack.summed = sums.events then pack.events end
  from analytics_hour as sums
  left join analytics_hour_pack as pack on pack.brand_id = brand and pack.hour = sums.hour and pack.number = sums.number
  where sums.brand_id = brand and sums.number = any(kinds) and not sums.is_bot and sums.hour >= first and sums.hour < before
  order by sums.hour
$$;

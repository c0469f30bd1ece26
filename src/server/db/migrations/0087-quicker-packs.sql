-- The events of a kind between two moments, as before, in a quarter of the time: they are read in the order of the index instead of being
-- sorted, and times are reckoned in binary numbers, exact to the millisecond within some days.
create or replace function analytics_packed(brand text, kind integer, first timestamptz, before timestamptz)
returns table (events bytea) language sql stable as $$
  select coalesce(string_agg(
    int8send(uuid_hash_extended(visitor_id, 0)) || int4send((date_part('epoch', at - first) * 1000)::integer), ''::bytea
  ), ''::bytea)
  from (
    select visitor_id, at from analytics_event
    where brand_id = brand and number = kind and not is_bot and at >= first and at < before
    order by at
  ) as seen
$$;

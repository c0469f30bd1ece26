-- Bets that are settled together are written by one statement: how their outcomes have ended, what they pay, and the event of each. They are
-- written one by one in it, so that each is found by its number whether or not the database has counted its rows yet.
create function bet_settle(of_brand text, legs jsonb, bets jsonb, settled_at timestamptz)
returns table (settled bigint) language plpgsql set plan_cache_mode to force_generic_plan as $$
declare
  leg record;
  one record;
begin
  for leg in select * from jsonb_to_recordset(legs) as ended (bet_id bigint, place smallint, result jsonb, version integer) loop
    update bet_leg set result = leg.result, result_version = leg.version
    where bet_leg.brand_id = of_brand and bet_leg.bet_id = leg.bet_id and bet_leg.place = leg.place;
  end loop;
  settled := 0;
  for one in select * from jsonb_to_recordset(bets) as news (bet_id bigint, state text, settlement jsonb, revision integer, detail jsonb) loop
    update bet set state = one.state, settlement = one.settlement, revision = one.revision, settled_at = bet_settle.settled_at
    where bet.brand_id = of_brand and bet.bet_id = one.bet_id;
    insert into bet_event (brand_id, bet_id, sequence, kind, detail, at)
    values (of_brand, one.bet_id, 1 + coalesce(
      (select max(former.sequence) from bet_event former where former.brand_id = of_brand and former.bet_id = one.bet_id), 0
    ), 'settled', one.detail, bet_settle.settled_at);
    settled := settled + 1;
  end loop;
  return next;
end $$;

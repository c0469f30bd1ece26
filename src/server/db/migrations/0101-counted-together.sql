-- What bets have counted toward a bonus is written by one statement for all bets that are counted together, each found by its number.
create function promo_count(of_brand text, stakes jsonb) returns table (counted bigint) language plpgsql
set plan_cache_mode to force_generic_plan as $$
declare
  one record;
begin
  counted := 0;
  for one in select * from jsonb_to_recordset(stakes)
    as news (bet_id bigint, counted text, reason text, share_ppm integer, over_at timestamptz, revision integer) loop
    update promo_stake
    set counted = one.counted, reason = one.reason, share_ppm = one.share_ppm, over_at = one.over_at, revision = one.revision
    where promo_stake.brand_id = of_brand and promo_stake.source = 'bet' and promo_stake.source_id = one.bet_id;
    counted := promo_count.counted + 1;
  end loop;
  return next;
end $$;

-- The same of bets for which a bonus may be given.
create function promo_follow(of_brand text, bets jsonb) returns table (followed bigint) language plpgsql
set plan_cache_mode to force_generic_plan as $$
declare
  one record;
begin
  followed := 0;
  for one in select * from jsonb_to_recordset(bets)
    as news (award_id bigint, bet_id bigint, state text, revision integer, refusal text, ending text, paid_minor bigint, ended_at timestamptz)
  loop
    update promo_task_bet task
    set state = one.state, revision = one.revision, refusal = one.refusal, ending = one.ending, paid_minor = one.paid_minor,
      ended_at = one.ended_at
    where task.brand_id = of_brand and task.award_id = one.award_id and task.bet_id = one.bet_id;
    followed := promo_follow.followed + 1;
  end loop;
  return next;
end $$;

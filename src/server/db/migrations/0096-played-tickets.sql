-- Tickets as what was played, as before. Those of one player are asked for beside every page of points and by every count of loyalty:
-- each way of asking has a plan of its own, made once. Those of all players are found by the draws that have changed, not by reading
-- every ticket of toto.
create or replace function lottery_played(of_brand text, of_account bigint, since timestamptz)
returns table (
  ticket_id bigint, account_id bigint, currency text, game_id text, state text, stake_minor bigint, payout_minor bigint,
  is_own boolean, mark text, begun_at timestamptz, changed_at timestamptz
) language plpgsql stable set plan_cache_mode to force_generic_plan as $$
begin
  if of_account is not null then
  return query
  select ticket.ticket_id, ticket.account_id, draw.currency, 'toto-' || draw.pool,
    case ticket.state when 'open' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.stake_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state || ticket.revision,
    ticket.placed_at, coalesce(case when ticket.state <> 'open' then coalesce(draw.resulted_at, draw.closed_at) end, ticket.placed_at)
  from (
    -- Read before its draws: there may be few of them, each with many tickets.
    select * from toto_ticket own where own.brand_id = of_brand and own.account_id = of_account offset 0
  ) ticket join toto_draw draw on draw.brand_id = ticket.brand_id and draw.draw_id = ticket.draw_id
  where greatest(ticket.placed_at, draw.resulted_at, draw.closed_at) >= since - interval '1 day'
  union all
  select ticket.ticket_id, ticket.account_id, ticket.currency, draw.game_id,
    case ticket.state when 'open' then 'open' when 'judged' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.price_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state, ticket.bought_at,
    coalesce(ticket.settled_at, ticket.bought_at)
  from lottery_ticket ticket join lottery_draw draw on draw.brand_id = ticket.brand_id and draw.draw_id = ticket.draw_id
  where ticket.brand_id = of_brand and ticket.account_id = of_account
    and coalesce(ticket.settled_at, ticket.bought_at) >= since
  union all
  select card.ticket_id, card.account_id, deck.currency, deck.game_id, case card.state when 'sealed' then 'open' else 'closed' end,
    card.price_minor, card.payout_minor, card.funds - 'cash' = '{}', card.state, card.bought_at,
    coalesce(card.scratched_at, card.bought_at)
  from lottery_scratch_card card join lottery_deck deck on deck.brand_id = card.brand_id and deck.deck_id = card.deck_id
  where card.brand_id = of_brand and card.account_id = of_account
    and coalesce(card.scratched_at, card.bought_at) >= since
  union all
  select ticket.ticket_id, ticket.account_id, round.currency, round.room_id,
    case ticket.state when 'open' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.price_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state, ticket.bought_at,
    coalesce(ticket.settled_at, ticket.bought_at)
  from lottery_bingo_ticket ticket
  join lottery_bingo_round round on round.brand_id = ticket.brand_id and round.round_id = ticket.round_id
  where ticket.brand_id = of_brand and ticket.account_id = of_account
    and coalesce(ticket.settled_at, ticket.bought_at) >= since;
  else
  -- A ticket was placed before its draw was closed: of draws that were closed longer ago none has changed.
  return query
  select ticket.ticket_id, ticket.account_id, draw.currency, 'toto-' || draw.pool,
    case ticket.state when 'open' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.stake_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state || ticket.revision,
    ticket.placed_at, coalesce(case when ticket.state <> 'open' then coalesce(draw.resulted_at, draw.closed_at) end, ticket.placed_at)
  from toto_ticket ticket join toto_draw draw on draw.brand_id = ticket.brand_id and draw.draw_id = ticket.draw_id
  where ticket.brand_id = of_brand and coalesce(greatest(draw.resulted_at, draw.closed_at), 'infinity') >= since - interval '1 day'
    and greatest(ticket.placed_at, draw.resulted_at, draw.closed_at) >= since - interval '1 day'
  union all
  select ticket.ticket_id, ticket.account_id, ticket.currency, draw.game_id,
    case ticket.state when 'open' then 'open' when 'judged' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.price_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state, ticket.bought_at,
    coalesce(ticket.settled_at, ticket.bought_at)
  from lottery_ticket ticket join lottery_draw draw on draw.brand_id = ticket.brand_id and draw.draw_id = ticket.draw_id
  where ticket.brand_id = of_brand
    and coalesce(ticket.settled_at, ticket.bought_at) >= since
  union all
  select card.ticket_id, card.account_id, deck.currency, deck.game_id, case card.state when 'sealed' then 'open' else 'closed' end,
    card.price_minor, card.payout_minor, card.funds - 'cash' = '{}', card.state, card.bought_at,
    coalesce(card.scratched_at, card.bought_at)
  from lottery_scratch_card card join lottery_deck deck on deck.brand_id = card.brand_id and deck.deck_id = card.deck_id
  where card.brand_id = of_brand
    and coalesce(card.scratched_at, card.bought_at) >= since
  union all
  select ticket.ticket_id, ticket.account_id, round.currency, round.room_id,
    case ticket.state when 'open' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.price_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state, ticket.bought_at,
    coalesce(ticket.settled_at, ticket.bought_at)
  from lottery_bingo_ticket ticket
  join lottery_bingo_round round on round.brand_id = ticket.brand_id and round.round_id = ticket.round_id
  where ticket.brand_id = of_brand
    and coalesce(ticket.settled_at, ticket.bought_at) >= since;
  end if;
end $$;
create index toto_draw_changed on toto_draw (brand_id, coalesce(greatest(resulted_at, closed_at), 'infinity'));

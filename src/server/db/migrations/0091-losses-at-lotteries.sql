-- Tickets of all kinds of lotteries as what was played, for losses, cashback and points: those of a player, or of all where none is named,
-- that were bought or settled since a moment. A ticket of toto is settled a little after its draw has a result, and again when that is
-- put right.
create function lottery_played(of_brand text, of_account bigint, since timestamptz)
returns table (
  ticket_id bigint, account_id bigint, currency text, game_id text, state text, stake_minor bigint, payout_minor bigint,
  is_own boolean, mark text, begun_at timestamptz, changed_at timestamptz
) language sql stable as $$
  select ticket.ticket_id, ticket.account_id, draw.currency, 'toto-' || draw.pool,
    case ticket.state when 'open' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.stake_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state || ticket.revision,
    ticket.placed_at, coalesce(case when ticket.state <> 'open' then coalesce(draw.resulted_at, draw.closed_at) end, ticket.placed_at)
  from toto_ticket ticket join toto_draw draw on draw.brand_id = ticket.brand_id and draw.draw_id = ticket.draw_id
  where ticket.brand_id = of_brand and (of_account is null or ticket.account_id = of_account)
    and greatest(ticket.placed_at, draw.resulted_at, draw.closed_at) >= since - interval '1 day'
  union all
  select ticket.ticket_id, ticket.account_id, ticket.currency, draw.game_id,
    case ticket.state when 'open' then 'open' when 'judged' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.price_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state, ticket.bought_at,
    coalesce(ticket.settled_at, ticket.bought_at)
  from lottery_ticket ticket join lottery_draw draw on draw.brand_id = ticket.brand_id and draw.draw_id = ticket.draw_id
  where ticket.brand_id = of_brand and (of_account is null or ticket.account_id = of_account)
    and coalesce(ticket.settled_at, ticket.bought_at) >= since
  union all
  select card.ticket_id, card.account_id, deck.currency, deck.game_id, case card.state when 'sealed' then 'open' else 'closed' end,
    card.price_minor, card.payout_minor, card.funds - 'cash' = '{}', card.state, card.bought_at,
    coalesce(card.scratched_at, card.bought_at)
  from lottery_scratch_card card join lottery_deck deck on deck.brand_id = card.brand_id and deck.deck_id = card.deck_id
  where card.brand_id = of_brand and (of_account is null or card.account_id = of_account)
    and coalesce(card.scratched_at, card.bought_at) >= since
  union all
  select ticket.ticket_id, ticket.account_id, round.currency, round.room_id,
    case ticket.state when 'open' then 'open' when 'refunded' then 'cancelled' else 'closed' end,
    ticket.price_minor, ticket.payout_minor, ticket.funds - 'cash' = '{}', ticket.state, ticket.bought_at,
    coalesce(ticket.settled_at, ticket.bought_at)
  from lottery_bingo_ticket ticket
  join lottery_bingo_round round on round.brand_id = ticket.brand_id and round.round_id = ticket.round_id
  where ticket.brand_id = of_brand and (of_account is null or ticket.account_id = of_account)
    and coalesce(ticket.settled_at, ticket.bought_at) >= since
$$;
create index lottery_ticket_changed on lottery_ticket (brand_id, coalesce(settled_at, bought_at));
create index lottery_scratch_card_changed on lottery_scratch_card (brand_id, coalesce(scratched_at, bought_at));
create index lottery_bingo_ticket_changed on lottery_bingo_ticket (brand_id, coalesce(settled_at, bought_at));

alter table loyalty_stake drop constraint loyalty_stake_source_check;
alter table loyalty_stake add constraint loyalty_stake_source_check check (source in ('casino', 'bet', 'lottery'));

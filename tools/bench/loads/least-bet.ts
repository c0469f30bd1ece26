/** The rows of an accepted bet, written by the least SQL that keeps the laws: one function and one commit. */
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/tables/tables.ts'

/** Writes the rows of a bet once more, for another outcome. Bets on one outcome are accepted one after the other, as limits ask, and the
 *  triggers count entries and hold their sums. */
const FUNCTION = `
create function bench_bet(of_brand text, template uuid, outcome bigint) returns void language plpgsql as $$
declare
  former bet_reservation;
  made bigint;
  bet_made bigint;
  transfer ledger_transfer;
  posted bigint;
begin
  perform set_config('livery.brand_id', of_brand, true);
  select * into strict former from bet_reservation where brand_id = of_brand and bet_guid = template;
  insert into bet_reservation (brand_id, account_id, bet_guid, payload_hash, payload, currency, stake_minor, state, answer, due_at,
    expires_at, created_at, resolved_at)
  values (of_brand, former.account_id, gen_random_uuid(), former.payload_hash, former.payload, former.currency, former.stake_minor,
    former.state, former.answer, former.due_at, former.expires_at, former.created_at, former.resolved_at)
  returning reservation_id into made;
  perform pg_advisory_xact_lock_shared(754121, hashtext(of_brand)), pg_advisory_xact_lock(outcome);
  perform from open_stake where brand_id = of_brand and outcome_id = outcome and account_id in (0, former.account_id);
  insert into bet (brand_id, account_id, reservation_id, place, currency, stake_minor, possible_minor, stake_tax_minor, frozen, state,
    created_at)
  select of_brand, account_id, made, place, currency, stake_minor, possible_minor, stake_tax_minor, frozen, 'open', created_at
  from bet where brand_id = of_brand and reservation_id = former.reservation_id
  returning bet_id into bet_made;
  insert into bet_leg (brand_id, bet_id, place, outcome_id, outcome_type_id, market_id, market_type_id, parameter, game_id, game_name,
    kind, starts_at, requested_odds, odds, epoch, seq)
  select of_brand, bet_made, leg.place, outcome, outcome_type_id, market_id, market_type_id, parameter, game_id, game_name, kind,
    starts_at, requested_odds, odds, epoch, seq
  from bet_leg leg join bet using (brand_id, bet_id)
  where brand_id = of_brand and bet.reservation_id = former.reservation_id;
  insert into bet_event (brand_id, bet_id, sequence, kind, detail, at)
  select of_brand, bet_made, sequence, event.kind, detail, at from bet_event event join bet using (brand_id, bet_id)
  where brand_id = of_brand and bet.reservation_id = former.reservation_id;
  for transfer in
    select * from ledger_transfer
    where brand_id = of_brand and kind in ('bet-hold', 'bet-stake') and reference = former.reservation_id::text
    order by transfer_id
  loop
    insert into ledger_transfer (brand_id, kind, reference, created_at)
    values (of_brand, transfer.kind, made::text, transfer.created_at) returning transfer_id into posted;
    insert into ledger_entry (brand_id, transfer_id, line, currency_account_id, currency, amount_minor)
    select of_brand, posted, line, currency_account_id, currency, amount_minor from ledger_entry
    where brand_id = of_brand and transfer_id = transfer.transfer_id;
  end loop;
end $$`

/** Adds the function to the database. @returns what writes the rows of a recorded bet again, by the number of its connection */
export async function leastWriter(
  url: string,
  db: Kysely<Database>,
  brandId: string,
  recorded: readonly { readonly betGuid: string }[],
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(FUNCTION).finally(() => client.end())
  return async (connection: number, outcomeId: number): Promise<void> => {
    const template = recorded[connection]?.betGuid ?? ''
    await sql`select bench_bet(${brandId}, ${template}::uuid, ${outcomeId})`.execute(db)
  }
}

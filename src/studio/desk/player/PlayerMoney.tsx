import type { DeskPlayerAnswer } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { say } from '../../app/studio-texts.ts'
import { DeskTable } from '../DeskTable.tsx'
import { minorMoney } from '../minor-money.ts'

/** A player's accounts, bets and entries of the ledger. */
export function PlayerMoney({ player }: { readonly player: DeskPlayerAnswer }) {
  const { wallets, bets, entries, exponents } = player
  const money = (minor: number, currency: string) => minorMoney(minor, currency, exponents)
  return (
    <>
      <DeskTable
        title={say('desk.wallets')}
        none={say('desk.no_wallets')}
        heads={[say('desk.number'), say('desk.wallet_kind'), say('desk.balance'), say('desk.reserved')]}
        rows={wallets.map(({ currencyAccountId, kind, isActive, balanceMinor, reservedMinor, currency }) => ({
          key: String(currencyAccountId),
          cells: [
            currencyAccountId,
            isActive ? say('desk.wallet_active', { kind }) : kind,
            money(balanceMinor, currency),
            money(reservedMinor, currency),
          ],
        }))}
      />
      <DeskTable
        title={say('desk.bets')}
        none={say('desk.no_bets')}
        heads={[
          say('desk.number'),
          say('desk.placed'),
          say('desk.bet_state'),
          say('desk.stake'),
          say('desk.possible'),
          say('desk.outcomes'),
        ]}
        rows={bets.map(({ betId, placedAt, state, stakeMinor, possibleMinor, currency, outcomes }) => ({
          key: String(betId),
          cells: [
            betId,
            momentText(placedAt),
            say(`desk.bet_${state}`),
            money(stakeMinor, currency),
            money(possibleMinor, currency),
            outcomes,
          ],
        }))}
      />
      <DeskTable
        title={say('desk.entries')}
        none={say('desk.no_entries')}
        heads={[say('log.when'), say('desk.entry_kind'), say('desk.amount'), say('desk.balance'), say('desk.about')]}
        rows={entries.map(
          ({ transferId, at, kind, account, amountMinor, balanceMinor, currency, reference, note }) => ({
            key: `${transferId} ${account} ${currency} ${amountMinor} ${balanceMinor}`,
            cells: [
              momentText(at),
              `${kind} · ${account}`,
              money(amountMinor, currency),
              money(balanceMinor, currency),
              [reference, note].filter(Boolean).join(' · '),
            ],
          }),
        )}
      />
    </>
  )
}

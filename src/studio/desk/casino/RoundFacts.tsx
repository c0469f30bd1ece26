import type { DeskRoundCheck, DeskRoundFacts, DeskWalletAction } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { say } from '../../app/studio-texts.ts'
import { Mark } from '../../parts/Mark.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { minorMoney } from '../minor-money.ts'
import { PaneFacts } from '../PaneParts.tsx'

/** A round explained: its facts, what was verified, and every action of the wallet in it. */
export function RoundFacts({ facts: { round, actions, checks, doing } }: { readonly facts: DeskRoundFacts }) {
  const { roundId, game, providerId, name, state, currency, exponent, stakeMinor, payoutMinor } = round
  const money = (minor: number) => minorMoney(minor, currency, { [currency]: exponent })
  const heads = ['at', 'kind', 'name', 'amount', 'outcome', 'funds'] as const
  return (
    <>
      <DeskFacts
        title={say('desk.round_title', { number: roundId })}
        facts={[
          [say('desk.round_game'), game],
          [say('desk.round_provider'), providerId],
          [say('desk.round_name'), name],
          [say('desk.round_state'), say(`desk.round_${state}`)],
          [say('desk.round_stake'), money(stakeMinor)],
          [say('desk.round_payout'), money(payoutMinor)],
          [say('desk.round_opened'), momentText(round.openedAt)],
          [say('desk.round_changed'), momentText(round.changedAt)],
        ]}
      />
      <Checks checks={checks} />
      <DeskTable
        title={say('desk.round_actions')}
        heads={heads.map((head) => say(`desk.action_${head}`))}
        rows={actions.map((action) => ({ key: String(action.sequence), cells: cellsOf(action, money) }))}
        none={say('desk.round_no_actions')}
      />
      {doing.length > 0 && (
        <section>
          <h3>{say('desk.round_doing')}</h3>
          <PaneFacts as="ol">
            {doing.map((act, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was done has its place alone
              <li key={at}>
                <code>{act}</code>
              </li>
            ))}
          </PaneFacts>
        </section>
      )}
    </>
  )
}

function cellsOf(action: DeskWalletAction, money: (minor: number) => string): readonly string[] {
  const { at, kind, action: name, amountMinor, outcome, reason, reference, undoneBy, funds } = action
  const become = reason ? `${outcome}: ${reason}` : outcome
  return [
    momentText(at),
    kind,
    reference ? say('desk.action_about', { name, reference }) : name,
    money(amountMinor),
    undoneBy ? say('desk.action_undone', { outcome: become, by: undoneBy }) : become,
    funds,
  ]
}

function Checks({ checks }: { readonly checks: readonly DeskRoundCheck[] }) {
  return (
    <section>
      <h3>{say('desk.round_checks')}</h3>
      <PaneFacts as="ul">
        {checks.map(({ kind, isFine }) => (
          <li key={kind}>
            <Mark tone={isFine ? 'accent' : 'warning'}>
              {say(isFine ? `desk.check_${kind}_fine` : `desk.check_${kind}_wrong`)}
            </Mark>
          </li>
        ))}
      </PaneFacts>
    </section>
  )
}

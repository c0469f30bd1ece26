import type { DeskAbuseSignal } from '#schemas'
import { say } from '../../app/studio-texts.ts'
import { Mark } from '../../parts/Mark.tsx'
import { ListNumber, ListWho } from '../DeskListParts.tsx'
import { minorMoney } from '../minor-money.ts'
import styles from './BonusList.module.css'

/** What somebody should look at, each with what it goes by. */
export function SignalRows({ signals }: { readonly signals: readonly DeskAbuseSignal[] }) {
  return (
    <section className={styles.part}>
      <h3>{say('desk.signals_head')}</h3>
      <p className={styles.note}>{say(signals.length === 0 ? 'desk.signals_none' : 'desk.signals_note')}</p>
      <ul className={styles.entries}>
        {signals.map((signal) => (
          <li key={`${signal.kind} ${signal.mark} ${signal.accounts.join(' ')}`} className={styles.entry}>
            <ListWho>
              <Mark tone="warning">{say(`desk.signal_${signal.kind}`)}</Mark>
              <ListNumber>{signal.accounts.join(', ')}</ListNumber>
            </ListWho>
            <span>{reasonOf(signal)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function reasonOf(signal: DeskAbuseSignal): string {
  const { kind, mark, accounts, stakes = 0, tiny = 0, currency = '', exponent = 2 } = signal
  const money = (minor = 0) => minorMoney(minor, currency, { [currency]: exponent })
  if (kind === 'shared') return say(`desk.signal_shared_${mark ?? 'browser'}`, { count: accounts.length })
  return say(`desk.signal_${kind}_text`, {
    ...{ stakes, tiny, staked: money(signal.stakedMinor) },
    ...{ deposit: money(signal.depositMinor), withdrawn: money(signal.withdrawnMinor) },
  })
}

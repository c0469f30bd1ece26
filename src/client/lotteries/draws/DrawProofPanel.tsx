import { useState } from 'react'
import { Balls } from '#renderers/lotteries/Balls.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawMoney, DrawProof } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { ReceiptLinks } from '../live/ReceiptLinks.tsx'
import { drawMoney } from './draw-text.ts'
import styles from './draws.module.css'

type MoneyKey = 'draws.money_staked' | 'draws.money_paid' | 'draws.money_jackpot'

/** Everything that a draw follows from, and a button by which the browser works it out once more without the server (LOT-6). */
export function DrawProofPanel({ proof }: { readonly proof: DrawProof }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const [verdict, setVerdict] = useState<string | null>(null)
  const { result, name, game, money, commitment, secondCommitment, serverSeed, secondSeed, root, rulesHash, beacon } =
    proof
  const books = [...(money ? [{ ...proof, money }] : []), ...(proof.moneyElsewhere ?? [])]
  const moneyLine = (key: MoneyKey, minorOf: (of: DrawMoney) => number) =>
    books.length === 0 ? [] : [[t(key), books.map((of) => drawMoney(app, minorOf(of.money), of)).join(' · ')] as const]
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('draws.commitment'), commitment],
    [t('draws.second_commitment'), secondCommitment],
    [t('draws.root'), root],
    [t('draws.server_seed'), serverSeed],
    [t('draws.second_seed'), secondSeed],
    [t('draws.rules_hash'), rulesHash],
    [t('draws.beacon_round'), beacon && String(beacon.round)],
    [t('draws.beacon_outcome'), beacon && t(`draws.beacon_${beacon.outcome}`)],
    [t('draws.beacon_signature'), beacon?.signature],
    [t('draws.tickets_sold'), String(proof.tickets)],
    ...moneyLine('draws.money_staked', ({ stakedMinor }) => stakedMinor),
    ...moneyLine('draws.money_paid', ({ paidMinor }) => paidMinor),
    ...moneyLine('draws.money_jackpot', ({ jackpotOutMinor }) => jackpotOutMinor),
  ]
  const verify = async () => {
    const { proofFault } = await import('#machines/lotteries/fairness/draw-proof.rules.ts')
    const fault = proofFault(proof)
    if (fault || beacon?.signature === undefined) {
      setVerdict(t(fault ?? 'draws.proof_right'))
      return
    }
    const { isBeacon } = await import('#machines/lotteries/fairness/drand.rules.ts')
    setVerdict(t(isBeacon(beacon.round, beacon.signature) ? 'draws.proof_right' : 'draws.proof_beacon'))
  }
  return (
    <article className={styles.proof}>
      <h2>{t('draws.ticket_title', { name, number: result.number })}</h2>
      <time dateTime={result.drawsAt}>{write(result.drawsAt)}</time>
      <Balls label={t('draws.drawn_numbers')} numbers={result.numbers} bonus={result.bonus} second={result.second} />
      <p className={styles.quiet}>{t('draws.proof_text')}</p>
      <dl>
        {lines.map(([title, value]) =>
          value === undefined ? null : (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => void verify()}>
          {t('draws.verify')}
        </Button>
        <ButtonLink to={`?game=${game}`}>{t('draws.back_to_game')}</ButtonLink>
        <ReceiptLinks name={`draw-${result.drawId}`} receipt={proof} />
      </div>
      <p role="status">{verdict}</p>
    </article>
  )
}

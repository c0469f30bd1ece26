import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { getCasinoRound, getCasinoRounds } from '#calls/casino/play.calls.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { CasinoRoundProof, CasinoRoundsAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { useInstants } from '../page/instants.ts'
import { moneyText } from '../page/money-text.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { Panel } from '../page/office/OfficeParts.tsx'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import styles from './game.module.css'
import { JackpotStory } from './jackpots/JackpotStory.tsx'
import { RoundBoard } from './RoundBoard.tsx'
import { TableStory } from './tables/TableStory.tsx'

type Shown = { readonly proof: CasinoRoundProof } | { readonly history: CasinoRoundsAnswer; readonly page: number }

/** Loads the round that the address names, or a page of rounds. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<Shown>> {
  const numberOf = (name: string) => {
    const value = Number(url.searchParams.get(name))
    return Number.isSafeInteger(value) && value > 0 ? value : null
  }
  const round = numberOf('round')
  const page = Math.min(numberOf('page') ?? 1, 10_000)
  const data: Shown = round
    ? { proof: await app.call(getCasinoRound, { query: { round } }) }
    : { history: await app.call(getCasinoRounds, { query: { page } }), page }
  return { meta: () => ({ title: app.texts.t('site.office_casino'), isPrivate: true }), data }
}

/** The rounds that a player has played for money, each explained and proved (CAS-14, OFF-5). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<Shown>>()
  return (
    <OfficePage title={t('site.office_casino')} text={'history' in data ? t('casino.history_text') : undefined}>
      {'history' in data ? <History history={data.history} page={data.page} /> : <Proof proof={data.proof} />}
    </OfficePage>
  )
}

function History({ history, page }: { readonly history: CasinoRoundsAnswer; readonly page: number }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const lobby = offeredPath(app, 'casino')
  const { rounds, pages, sums } = history
  if (rounds.length === 0)
    return (
      <EmptyState
        icon="casino"
        title={t('casino.history_empty')}
        action={lobby ? <ButtonLink to={lobby}>{t('casino.page_casino')}</ButtonLink> : undefined}
      />
    )
  const money = (minor: number, exponent: number, currency: string) => moneyText(app, minor / 10 ** exponent, currency)
  return (
    <>
      {sums.map(({ currency, exponent, stakeMinor, payoutMinor }) => (
        <Panel as="p" key={currency}>
          {t('casino.history_sum', {
            staked: money(stakeMinor, exponent, currency),
            paid: money(payoutMinor, exponent, currency),
          })}
        </Panel>
      ))}
      <ul className={styles.rounds}>
        {rounds.map(({ roundId, name, currency, exponent, stakeMinor, payoutMinor, openedAt, state }) => (
          <Panel as="li" key={roundId}>
            <a href={`?round=${roundId}`}>{name}</a>
            <time dateTime={openedAt}>{write(openedAt)}</time>
            <span>{money(stakeMinor, exponent, currency)}</span>
            <Badge kind={payoutMinor > stakeMinor ? 'positive' : 'neutral'}>
              {state === 'open' ? t('casino.state_open') : money(payoutMinor, exponent, currency)}
            </Badge>
          </Panel>
        ))}
      </ul>
      <nav className={styles.buttons} aria-label={t('casino.pages')}>
        {page > 1 ? <ButtonLink to={`?page=${page - 1}`}>{t('casino.page_before')}</ButtonLink> : null}
        {page < pages ? <ButtonLink to={`?page=${page + 1}`}>{t('casino.page_after')}</ButtonLink> : null}
      </nav>
    </>
  )
}

type Verdict = 'unchecked' | 'proved' | 'wrong'

function Proof({ proof }: { readonly proof: CasinoRoundProof }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const [verdict, setVerdict] = useState<Verdict>('unchecked')
  const { roundId, name, currency, exponent, stakeMinor, payoutMinor, openedAt, fairness, serverSeed, table } = proof
  const money = (minor: number) => moneyText(app, minor / 10 ** exponent, currency)
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('casino.round'), String(roundId)],
    [t('casino.stake_label'), money(stakeMinor)],
    [t('casino.payout'), money(payoutMinor)],
    [t('casino.fair_commitment'), fairness?.commitment],
    [t('casino.fair_client_seed'), fairness?.clientSeed],
    [t('casino.fair_nonce'), fairness && String(fairness.nonce)],
    [t('casino.fair_server_seed'), fairness && (serverSeed ?? t('casino.fair_hidden'))],
    [t('casino.table_round'), table && String(table.roundId)],
    [t('casino.table_fair_parts'), table && (table.parts.slice(1).join(', ') || t('casino.table_fair_hidden'))],
    [t('casino.fair_rules'), proof.rulesHash],
  ]
  return (
    <Panel as="article">
      <h2>{name}</h2>
      <time dateTime={openedAt}>{write(openedAt)}</time>
      <RoundBoard proof={proof} money={money} />
      <dl className={styles.lines}>
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
      {proof.jackpot ? <JackpotStory jackpot={proof.jackpot} currency={currency} money={money} /> : null}
      {table ? <TableStory table={table} isFlight={proof.settings?.kind === 'crash'} money={money} /> : null}
      {serverSeed && !table?.isRefunded ? (
        <Button onClick={() => void verify(proof).then((isProved) => setVerdict(isProved ? 'proved' : 'wrong'))}>
          {t('casino.fair_check')}
        </Button>
      ) : null}
      <p role="status">{verdict === 'unchecked' ? '' : t(`casino.fair_${verdict}`)}</p>
    </Panel>
  )
}

/** Plays a round once more in the browser, without the server: the hash is that of the seed, and what comes out is what was shown and paid. */
async function verify(proof: CasinoRoundProof): Promise<boolean> {
  const { isRoundProved } = await import('#machines/casino/fairness/round-proof.rules.ts')
  return isRoundProved(proof)
}

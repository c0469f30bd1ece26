import { useCallback, useState } from 'react'
import { cancelFreeCampaign, createFreeCampaign, listFreeCampaigns } from '#calls/studio/studio-casino.calls.ts'
import type { FreeCampaign } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { LabelledInput } from '../../parts/LabelledInput.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { ListFacts, ListNone, ListNumber, ListWho } from '../DeskListParts.tsx'
import { minorMoney } from '../minor-money.ts'
import { ReasonBox } from '../ReasonBox.tsx'
import styles from './ProviderList.module.css'

/** Free rounds: what was given, and a form that gives more. */
export function FreeRounds({ brand }: { readonly brand: string }) {
  const { call } = useStudio()
  const loaded = useAnswer(useCallback(() => call(listFreeCampaigns, { segments: { brand } }), [call, brand]))
  return (
    <>
      <Give brand={brand} onDone={loaded.reload} />
      <Awaited loaded={loaded}>
        {({ campaigns }) =>
          campaigns.length === 0 ? (
            <ListNone>{say('desk.free_none')}</ListNone>
          ) : (
            <ul className={styles.providers}>
              {campaigns.map((campaign) => (
                <Campaign key={campaign.id} brand={brand} campaign={campaign} onDone={loaded.reload} />
              ))}
            </ul>
          )
        }
      </Awaited>
    </>
  )
}

const DAY_MS = 86_400_000
const FIELDS = ['name', 'game', 'currency', 'stake', 'rounds', 'days', 'players'] as const
const FIRST = { name: '', game: '', currency: 'EUR', stake: '20', rounds: '10', days: '7', players: '' }
const NUMBERS: readonly string[] = ['stake', 'rounds', 'days']
/** The decimal digits of most currencies; the server knows those of each. */
const USUAL_EXPONENTS = {}

interface GiveProps {
  readonly brand: string
  readonly onDone: () => void
}

function Give({ brand, onDone }: GiveProps) {
  const { call } = useStudio()
  const [typed, setTyped] = useState<Record<(typeof FIELDS)[number], string>>(FIRST)
  const [isAsked, setAsked] = useState(false)
  const players = [...new Set(typed.players.split(/[\s,;]+/).filter(Boolean))].map(Number)
  const [stakeMinor, rounds, days] = [Number(typed.stake), Number(typed.rounds), Number(typed.days)]
  const areNumbers = [stakeMinor, rounds, days, ...players].every((one) => Number.isSafeInteger(one) && one > 0)
  const isWhole = typed.name.trim() !== '' && typed.game !== '' && /^[A-Z]{3,5}$/.test(typed.currency)
  const isReady = isWhole && areNumbers && players.length > 0 && players.length <= 100
  const give = async (reason: string) => {
    const { name, game: gameId, currency } = typed
    const body = { name: name.trim(), gameId, currency, stakeMinor, rounds, lastsMs: days * DAY_MS, players, reason }
    await call(createFreeCampaign, { segments: { brand }, body })
    setAsked(false)
    setTyped(FIRST)
    onDone()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
      }}
    >
      {FIELDS.map((field) => (
        <LabelledInput
          key={field}
          label={say(`desk.free_${field}`)}
          hint={field === 'players' ? say('desk.free_players_hint') : undefined}
          inputMode={NUMBERS.includes(field) ? 'numeric' : 'text'}
          maxLength={field === 'players' ? 2000 : 80}
          value={typed[field]}
          onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
        />
      ))}
      <ActionButton kind="primary" type="submit" disabled={!isReady}>
        {say('desk.free_give')}
      </ActionButton>
      {isAsked && (
        <ReasonBox
          title={say('desk.free_title')}
          text={say('desk.free_text', {
            ...{ count: players.length, rounds, game: typed.game },
            stake: minorMoney(stakeMinor, typed.currency, USUAL_EXPONENTS),
          })}
          submit={say('desk.free_give')}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(false)}
          perform={give}
        />
      )}
    </form>
  )
}

interface CampaignProps extends GiveProps {
  readonly campaign: FreeCampaign
}

function Campaign({ brand, campaign, onDone }: CampaignProps) {
  const { call } = useStudio()
  const [isAsked, setAsked] = useState(false)
  const {
    id,
    name,
    gameId: game,
    currency,
    exponent,
    stakeMinor,
    rounds,
    expiresAt,
    players,
    asked,
    refused,
    used,
    wonMinor,
  } = campaign
  const money = (minor: number) => minorMoney(minor, currency, { [currency]: exponent })
  const isOver = Date.parse(expiresAt) <= Date.now()
  const state = campaign.isCancelled ? 'cancelled' : isOver ? 'expired' : 'open'
  return (
    <li className={styles.provider}>
      <ListWho>
        <strong>{name}</strong>
        <ListNumber>{id}</ListNumber>
        <Mark tone={state === 'open' ? 'accent' : 'calm'}>{say(`desk.free_${state}`)}</Mark>
      </ListWho>
      <span>{say('desk.free_line', { rounds, stake: money(stakeMinor), game, until: momentText(expiresAt) })}</span>
      <ListFacts>{say('desk.free_played', { count: players, used, won: money(wonMinor) })}</ListFacts>
      {asked > 0 && <ListFacts>{say('desk.free_asked', { count: asked })}</ListFacts>}
      {refused > 0 && <ListFacts>{say('desk.free_refused', { count: refused })}</ListFacts>}
      <ListFacts>{say('desk.free_by', { by: campaign.createdBy, at: momentText(campaign.createdAt) })}</ListFacts>
      {state === 'open' && (
        <ActionButton kind="danger" isSmall onClick={() => setAsked(true)}>
          {say('desk.free_cancel', { name })}
        </ActionButton>
      )}
      {isAsked && (
        <ReasonBox
          title={say('desk.free_cancel_title', { name })}
          text={say('desk.free_cancel_text')}
          submit={say('desk.free_cancel', { name })}
          kind="danger"
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(false)}
          perform={async (reason) => {
            await call(cancelFreeCampaign, { segments: { brand }, body: { campaign: id, reason } })
            setAsked(false)
            onDone()
          }}
        />
      )}
    </li>
  )
}

import { useCallback, useState } from 'react'
import { getDeskDoubt, resolveDeskDoubt } from '#calls/studio/studio-casino.calls.ts'
import type { DeskDoubt, DeskDoubtAnswer, DeskDoubtBody } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say, sayIfKnown } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { ClaimBar } from '../ClaimBar.tsx'
import { minorMoney } from '../minor-money.ts'
import { PaneActions, PaneFacts, PaneText } from '../PaneParts.tsx'
import { PlayerHead } from '../PlayerHead.tsx'
import type { PaneProps } from '../pane-props.ts'
import { ReasonBox } from '../ReasonBox.tsx'
import { RoundFacts } from './RoundFacts.tsx'

/** A round or an action in doubt: what is known of it, and how it is resolved. */
export function DoubtPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskDoubt, { segments: { brand }, query: { item } }), [call, brand, item]),
  )
  const { reload } = loaded
  const onDone = useCallback(() => {
    reload()
    onChange()
  }, [reload, onChange])
  return (
    <Awaited loaded={loaded}>
      {(answer) => (
        <>
          {answer.player && <PlayerHead card={answer.player} />}
          <DoubtWords doubt={answer.doubt} game={answer.facts?.round.game} />
          {!answer.doubt.decision && (
            <>
              <ClaimBar brand={brand} kind="doubt" item={item} claim={answer.claim} onChange={onDone} />
              <Decision brand={brand} answer={answer} onDone={onDone} />
            </>
          )}
          {answer.facts ? <RoundFacts facts={answer.facts} /> : <PaneFacts>{say('desk.doubt_no_round')}</PaneFacts>}
        </>
      )}
    </Awaited>
  )
}

function DoubtWords({ doubt, game }: { readonly doubt: DeskDoubt; readonly game: string | undefined }) {
  const { kind, providerId, subject, actionKind, reason, gameId, currency, exponent, amountMinor, times } = doubt
  const { firstAt, lastAt, resolvedAt, resolvedBy, note } = doubt
  const about = {
    ...{ provider: providerId, subject, action: actionKind ?? '', game: game ?? gameId, since: momentText(firstAt) },
    amount: minorMoney(amountMinor, currency, { [currency]: exponent }),
  }
  return (
    <>
      <p>
        <strong>{say(`desk.state_${kind}`)}</strong>
      </p>
      <PaneText>{say(`desk.doubt_${kind}`, about)}</PaneText>
      {reason && <PaneFacts>{sayIfKnown(`desk.doubt_reason_${reason}`) ?? reason}</PaneFacts>}
      {kind !== 'stuck' && <PaneFacts>{say('desk.doubt_times', { count: times, last: momentText(lastAt) })}</PaneFacts>}
      {resolvedAt && (
        <PaneFacts>{say('desk.doubt_resolved', { by: resolvedBy ?? '', at: momentText(resolvedAt) })}</PaneFacts>
      )}
      {note && <PaneText>{note}</PaneText>}
    </>
  )
}

interface DecisionProps {
  readonly brand: string
  readonly answer: DeskDoubtAnswer
  readonly onDone: () => void
}

const WORDS = { settled: 'settle', marked: 'mark' } as const

function Decision({ brand, answer: { item, canSettle, claim }, onDone }: DecisionProps) {
  const { call } = useStudio()
  const [asked, setAsked] = useState<DeskDoubtBody['decision'] | null>(null)
  const mayNot = claim?.isMine === false
  return (
    <>
      <PaneActions>
        {canSettle && (
          <ActionButton kind="primary" disabled={mayNot} onClick={() => setAsked('settled')}>
            {say('desk.settle')}
          </ActionButton>
        )}
        <ActionButton kind={canSettle ? 'quiet' : 'primary'} disabled={mayNot} onClick={() => setAsked('marked')}>
          {say('desk.mark')}
        </ActionButton>
      </PaneActions>
      {asked && (
        <ReasonBox
          title={say(`desk.${WORDS[asked]}_title`)}
          text={say(`desk.${WORDS[asked]}_text`)}
          submit={say(`desk.${WORDS[asked]}`)}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(null)}
          perform={async (reason) => {
            await call(resolveDeskDoubt, { segments: { brand }, body: { item, decision: asked, reason } })
            setAsked(null)
            onDone()
          }}
        />
      )}
    </>
  )
}

import { useCallback } from 'react'
import { getDeskPlayer } from '#calls/studio/studio-desk.calls.ts'
import type { DeskPlayerAnswer } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say, sayIfKnown } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { Awaited } from '../../parts/Awaited.tsx'
import { detailWords } from '../../people/ActLog.tsx'
import { DeskFacts } from '../DeskFacts.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { PlayerHead } from '../PlayerHead.tsx'
import type { PaneProps } from '../pane-props.ts'
import { PlayerActions } from './PlayerActions.tsx'
import { PlayerMoney } from './PlayerMoney.tsx'
import { PlayerNotes } from './PlayerNotes.tsx'
import { PlayerSessions } from './PlayerSessions.tsx'

/** A player's page. */
export function PlayerPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskPlayer, { segments: { brand }, query: { accountId: item } }), [call, brand, item]),
  )
  const { reload } = loaded
  const onDone = useCallback(() => {
    reload()
    onChange()
  }, [reload, onChange])
  return (
    <Awaited loaded={loaded}>
      {(player) => (
        <>
          <PlayerHead card={player.card} isLink={false} />
          {player.mayAct && <PlayerActions brand={brand} player={player} onDone={onDone} />}
          <DeskFacts title={say('desk.account')} facts={accountFacts(player)} />
          <PlayerNotes brand={brand} player={player} onDone={onDone} />
          <PlayerMoney player={player} />
          <PlayerSessions brand={brand} player={player} onDone={onDone} />
          <PlayerLog player={player} />
          <DeskFacts title={say('desk.answers')} facts={answerFacts(player)} />
        </>
      )}
    </Awaited>
  )
}

function accountFacts({
  card,
  language,
  identification,
  terms,
  contacts,
}: DeskPlayerAnswer): (readonly [string, string])[] {
  return [
    [say('desk.registered'), momentText(card.createdAt)],
    [say('desk.language'), language],
    [say('desk.identification'), sayIfKnown(`desk.state_${identification}`) ?? identification],
    ...(terms ? [[say('desk.terms'), `${terms.version}, ${momentText(terms.acceptedAt)}`] as const] : []),
    ...contacts.map(
      ({ kind, value, isProved }) =>
        [say(`desk.contact_${kind}`), say(isProved ? 'desk.proved' : 'desk.unproved', { value })] as const,
    ),
  ]
}

function answerFacts({ answers, verified }: DeskPlayerAnswer): (readonly [string, string])[] {
  return Object.entries(answers).map(([field, answer]) => [
    field,
    verified.includes(field) ? say('desk.verified_answer', { answer }) : answer,
  ])
}

function PlayerLog({ player: { acts, events } }: { readonly player: DeskPlayerAnswer }) {
  return (
    <>
      <DeskTable
        title={say('desk.acts')}
        none={say('desk.no_acts')}
        heads={[say('log.when'), say('log.who'), say('log.act'), say('log.details')]}
        rows={acts.map(({ sequence, at, account, act, details }) => ({
          key: String(sequence),
          cells: [momentText(at), account, act, detailWords(withoutPlayer(details))],
        }))}
      />
      <DeskTable
        title={say('desk.events')}
        none={say('desk.no_events')}
        heads={[say('log.when'), say('desk.event'), say('desk.address'), say('desk.device')]}
        rows={events.map(({ at, kind, address, device }, place) => ({
          key: `${at} ${kind} ${place}`,
          cells: [momentText(at), kind, address, device],
        }))}
      />
    </>
  )
}

function withoutPlayer({ player: _player, ...details }: DeskPlayerAnswer['acts'][number]['details']) {
  return details
}

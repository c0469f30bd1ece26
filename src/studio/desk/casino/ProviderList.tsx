import { useCallback, useState } from 'react'
import { listDeskProviders, switchDeskProvider } from '#calls/studio/studio-casino.calls.ts'
import type { DeskProvider } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { ListFacts, ListNone, ListNumber, ListTitle, ListWho } from '../DeskListParts.tsx'
import { ReasonBox } from '../ReasonBox.tsx'
import styles from './ProviderList.module.css'

/** The providers of games, each with a switch. */
export function ProviderList({ brand }: { readonly brand: string }) {
  const { call } = useStudio()
  const loaded = useAnswer(useCallback(() => call(listDeskProviders, { segments: { brand } }), [call, brand]))
  return (
    <Awaited loaded={loaded}>
      {({ providers, maySwitch }) =>
        providers.length === 0 ? (
          <ListNone>{say('desk.no_providers')}</ListNone>
        ) : (
          <ul className={styles.providers}>
            {providers.map((provider) => (
              <Provider
                key={provider.id}
                brand={brand}
                provider={provider}
                maySwitch={maySwitch}
                onDone={loaded.reload}
              />
            ))}
          </ul>
        )
      }
    </Awaited>
  )
}

interface ProviderProps {
  readonly brand: string
  readonly provider: DeskProvider
  readonly maySwitch: boolean
  readonly onDone: () => void
}

function Provider({ brand, provider, maySwitch, onDone }: ProviderProps) {
  const { id, name, takesBets, stop, sessions, openRounds: rounds } = provider
  const { call } = useStudio()
  const [isAsked, setAsked] = useState(false)
  const word = stop ? 'start' : 'stop'
  const state = takesBets ? 'desk.provider_on' : 'desk.provider_off_config'
  return (
    <li className={styles.provider}>
      <ListWho>
        <strong>{name}</strong>
        <ListNumber>{id}</ListNumber>
        <Mark tone={stop ? 'warning' : 'accent'}>{say(stop ? 'desk.provider_stopped' : state)}</Mark>
      </ListWho>
      <ListFacts>{say('desk.provider_counts', { sessions, rounds })}</ListFacts>
      {stop && (
        <ListTitle>
          {say('desk.provider_since', { by: stop.by, at: momentText(stop.at), reason: stop.reason })}
        </ListTitle>
      )}
      {maySwitch && (
        <ActionButton kind={stop ? 'primary' : 'danger'} isSmall onClick={() => setAsked(true)}>
          {say(`desk.provider_${word}`, { name })}
        </ActionButton>
      )}
      {isAsked && (
        <ReasonBox
          title={say(`desk.provider_${word}_title`, { name })}
          {...(stop ? {} : { text: say('desk.provider_stop_text') })}
          submit={say(`desk.provider_${word}`, { name })}
          kind={stop ? 'primary' : 'danger'}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(false)}
          perform={async (reason) => {
            const body = { provider: id, isStopped: !stop, reason }
            await call(switchDeskProvider, { segments: { brand }, body })
            setAsked(false)
            onDone()
          }}
        />
      )}
    </li>
  )
}

import { type Dispatch, type FormEvent, useState } from 'react'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioEvent, ScenarioStep } from '#schemas'
import { actorSteps } from '../explore/possible-steps.ts'
import { eventFaults, schemaOf } from '../player/event-check.rules.ts'
import type { ReplayFrame } from '../player/replay-frames.ts'
import { EventCard } from './EventCard.tsx'
import { readJson, withHiddenSecrets } from './event-answers.ts'
import { IllegalEvent } from './IllegalEvent.tsx'
import type { InspectorProps } from './inspector-props.ts'
import { jsonText, Part } from './StepFacts.tsx'
import { texts } from './texts.ts'
import type { ViewerAct } from './viewer-state.ts'

/** What a person can let happen from a step on: events, ends of actors, time. */
export function GoOn({ item, replay, frame, data, dispatch }: InspectorProps) {
  const now = replay.frames[frame]
  const contract = scenarioMachines[item.machine]
  if (!now || !contract || !item.scenario) return null
  const rest = item.scenario.steps.length - frame
  const seed = item.scenario.seed ?? 0
  const forms = data.forms[item.machine] ?? []
  const types = [...new Set([...forms.map(({ type }) => type), ...contract.events.map(({ type }) => type)])]
  return (
    <>
      <h2>{texts.tabs.act}</h2>
      <p className="was">
        {texts.goOnFrom} {rest > 0 && texts.droppedRest(rest)}
      </p>
      <Part title={texts.events}>
        {types.map((type) => (
          <EventCard
            key={`${item.machine} ${type}`}
            type={type}
            form={forms.find((form) => form.type === type)}
            typical={contract.events.filter((event) => event.type === type)}
            can={now.can}
            faultsOf={(event) => eventFaults(sendStep(now.at, event), contract, seed)}
            onSend={(event) =>
              dispatch({ type: 'do', step: sendStep(now.at, withHiddenSecrets(schemaOf(contract), event)) })
            }
          />
        ))}
        <IllegalEvent
          key={item.machine}
          contract={contract}
          at={now.at}
          seed={seed}
          onSend={(step) => dispatch({ type: 'do', step })}
        />
      </Part>
      <ActorPart contract={contract} now={now} dispatch={dispatch} />
      <TimePart now={now} dispatch={dispatch} />
    </>
  )
}

function sendStep(at: number, event: ScenarioEvent): ScenarioStep {
  return { at, do: 'send', actor: 'root', event }
}

interface DoingProps {
  readonly now: ReplayFrame
  readonly dispatch: Dispatch<ViewerAct>
}

function ActorPart({ contract, now, dispatch }: DoingProps & { readonly contract: AnyMachineContract }) {
  const paths = Object.keys(now.actors)
  return (
    <Part title={texts.tellActor}>
      {paths.length === 0 && <p className="was">{texts.noActor}</p>}
      {paths.map((path) => (
        <section key={path} className="card" aria-label={path}>
          <h4>{path.replace('root/', '')}</h4>
          <div className="quick">
            {actorSteps(contract, path, now.at).map((step) => (
              <button
                key={`${step.do} ${jsonText(step.value)}`}
                type="button"
                onClick={() => dispatch({ type: 'do', step })}
              >
                {texts.deeds[step.do as 'ok' | 'err' | 'emit']}{' '}
                {step.value === undefined || step.value === null ? '' : <code>{jsonText(step.value)}</code>}
              </button>
            ))}
          </div>
          <OwnOutcome path={path} at={now.at} dispatch={dispatch} />
        </section>
      ))}
    </Part>
  )
}

function OwnOutcome({
  path,
  at,
  dispatch,
}: {
  readonly path: string
  readonly at: number
  readonly dispatch: Dispatch<ViewerAct>
}) {
  const [deed, setDeed] = useState<'ok' | 'err' | 'emit'>('ok')
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const read = text.trim() === '' ? { value: undefined } : readJson(text)
    setWrong(read === undefined)
    if (!read) return
    const value = read.value as ScenarioStep['value']
    dispatch({ type: 'do', step: { at, do: deed, actor: path, ...(value === undefined ? {} : { value }) } })
  }
  return (
    <details>
      <summary>{texts.ofItsOwn}</summary>
      <form onSubmit={onSubmit}>
        <label>
          <span>{texts.deed}</span>
          <select value={deed} onChange={({ target }) => setDeed(target.value as typeof deed)}>
            {Object.entries(texts.deeds).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{texts.value}</span>
          <textarea rows={3} value={text} aria-invalid={isWrong} onChange={({ target }) => setText(target.value)} />
        </label>
        {isWrong && <p role="alert">{texts.notJson}</p>}
        <button type="submit">{texts.tell}</button>
      </form>
    </details>
  )
}

function TimePart({ now, dispatch }: DoingProps) {
  const [ms, setMs] = useState('1000')
  const { at, dueMs } = now
  const pass = (until: number) => dispatch({ type: 'do', step: { at: Math.max(at, Math.ceil(until)), do: 'advance' } })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    pass(at + Math.max(0, Math.round(Number(ms))))
  }
  return (
    <Part title={texts.time}>
      <form className="time" onSubmit={onSubmit}>
        <label>
          <span>{texts.ms}</span>
          <input type="number" min={0} step={1} required value={ms} onChange={({ target }) => setMs(target.value)} />
        </label>
        <button type="submit">{texts.pass}</button>
      </form>
      {dueMs !== undefined && (
        <button type="button" onClick={() => pass(dueMs)}>
          {texts.untilTimer} (+{Math.ceil(dueMs - at)} ms)
        </button>
      )}
    </Part>
  )
}

import type { ReactNode } from 'react'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { ScenarioStep } from '#schemas'
import { jsonChanges } from '../player/json-changes.ts'
import { type ReplayFrame, stateLabel } from '../player/replay-frames.ts'
import type { InspectorProps } from './inspector-props.ts'
import { milliseconds, texts } from './texts.ts'

/** A context may be large; so many of its changes are shown. */
const CHANGES_MAX = 60

/** What a step did: state, context, effects, actors, and what the machine would take now. */
export function StepFacts({ item, replay, frame }: InspectorProps) {
  const now = replay.frames[frame]
  const before = replay.frames[frame - 1]
  if (!now) return null
  const step = item.scenario?.steps[frame - 1]
  const changes = before ? jsonChanges(before.context, now.context) : []
  return (
    <>
      <h2 className="step-title">{step ? stepText(step) : texts.start}</h2>
      {step && <Payload step={step} />}
      {step?.illegal && <p className="illegal">{texts.illegalStep}</p>}
      {step?.note && (
        <p className="note">
          <strong>{texts.note}</strong> {step.note}
        </p>
      )}
      {now.mismatch && (
        <div className="mismatch" role="alert">
          <h3>{texts.unexpected}</h3>
          <p className="file">{now.mismatch.path.join(' / ')}</p>
          <Fact name={texts.expected} value={now.mismatch.expected} />
          <Fact name={texts.found} value={now.mismatch.actual} />
          {(now.others ?? []).map(({ path, expected, actual }) => (
            <div key={path.join('/')}>
              <p className="file">{path.join(' / ')}</p>
              <Fact name={texts.expected} value={expected} />
              <Fact name={texts.found} value={actual} />
            </div>
          ))}
        </div>
      )}
      <Part title={texts.state}>
        <p className="state">{stateLabel(now.value)}</p>
        {before && stateLabel(before.value) !== stateLabel(now.value) && (
          <p className="was">
            {texts.was} {stateLabel(before.value)}
          </p>
        )}
        {now.dueMs !== undefined && <p className="was">{texts.nextTimer(now.dueMs - now.at)}</p>}
      </Part>
      {before && (
        <Part title={texts.contextChanges} count={changes.length}>
          <dl className="changes">
            {changes.slice(0, CHANGES_MAX).map((change) => (
              <div key={change.pointer} data-kind={change.kind}>
                <dt>
                  {change.pointer || '/'} <em>{texts.kinds[change.kind]}</em>
                </dt>
                <dd>
                  {'before' in change && <del>{jsonText(change.before)}</del>}
                  {'after' in change && <ins>{jsonText(change.after)}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <Part title={texts.effects} count={now.effects.length}>
        <ul className="facts">
          {now.effects.map(({ type, params }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same effect may come twice, and their order is all that they have
            <li key={index}>
              <strong>{type}</strong> {params !== undefined && <code>{jsonText(params)}</code>}
            </li>
          ))}
        </ul>
      </Part>
      <Actors now={now} />
      <Abilities machine={item.machine} now={now} />
      <details className="whole">
        <summary>{texts.context}</summary>
        <Context value={now.context} />
      </details>
    </>
  )
}

function Actors({ now }: { readonly now: ReplayFrame }) {
  const actors = Object.entries(now.actors)
  return (
    <Part title={texts.actors} count={actors.length}>
      <ul className="facts">
        {actors.map(([path, input]) => (
          <li key={path}>
            <strong>{path.replace('root/', '')}</strong> {input !== undefined && <code>{jsonText(input)}</code>}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Abilities({ machine, now }: { readonly machine: string; readonly now: ReplayFrame }) {
  const contract = scenarioMachines[machine]
  const able = new Map<string, boolean>()
  for (const event of contract?.events ?? [])
    able.set(event.type, able.get(event.type) === true || now.can(event) === true)
  return (
    <Part title={texts.next}>
      <ul className="abilities">
        {[...able].map(([type, isAble]) => (
          <li key={type} data-able={isAble}>
            <code>{type}</code> <span>{isAble ? texts.acts : texts.ignores}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The whole context is written only while it is open. */
function Context({ value }: { readonly value: unknown }) {
  return <pre>{JSON.stringify(value, null, 2)}</pre>
}

/** A part of the inspector with its heading. @param count how much there is, where that is known */
export function Part({
  title,
  count,
  children,
}: {
  readonly title: string
  readonly count?: number
  readonly children: ReactNode
}) {
  return (
    <section className="part">
      <h3>
        {title} {count !== undefined && count > 0 && <span>{count}</span>}
      </h3>
      {count === 0 ? <p className="was">{texts.noChange}</p> : children}
    </section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <p>
      <strong>{name}</strong> <code>{jsonText(value)}</code>
    </p>
  )
}

function Payload({ step: { event, value } }: { readonly step: ScenarioStep }) {
  const { type: _, ...payload } = event ?? { type: '' }
  const shown = value ?? (Object.keys(payload).length > 0 ? payload : undefined)
  return shown === undefined ? null : <pre className="payload">{JSON.stringify(shown, null, 2)}</pre>
}

/** What a step does, in few words: `submit.pressed`, `signIn#1 fails`, `500 ms pass`. */
export function stepText({ do: deed, event, actor = '', at }: ScenarioStep): string {
  if (deed === 'send') return event?.type ?? deed
  if (deed === 'ok' || deed === 'err' || deed === 'emit') return `${actor.replace('root/', '')} ${texts.deeds[deed]}`
  return deed === 'advance' ? `until ${milliseconds(at)}` : deed
}

/** JSON on one line; nothing of it is left out. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? texts.nothing
}

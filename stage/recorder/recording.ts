import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { EventSecret } from '#schemas/event-schema.ts'
import { answerSecrets } from '#schemas/generated/event-schemas.ts'
import { schemaOf } from '../player/event-check.rules.ts'
import { type Effect, effectOf, traceEventName } from '../player/machine-stage.ts'
import { plainCopier } from '../player/plain-json.ts'
import { withoutSecrets, withoutSecretsAt } from './event-secrets.ts'
import { recordable } from './recordable.ts'
import type { SecretBook } from './secret-book.ts'

/** What a recording tells besides what happened. */
export interface RecordingOrigin {
  /** Version of XState that runs in the page. */
  readonly xstate: string
  readonly brand?: string
  readonly brandHash?: string
  readonly locale?: string
}

/** Something that happened to a recorded machine, as JSON text; `due` is a delay that was over. */
export interface RecordedDeed {
  readonly do: 'send' | 'ok' | 'err' | 'emit' | 'due'
  /** In ms since the start, as the clock of the page had it. */
  readonly atMs: number
  readonly text: string
}

/** The content of an action's text. */
export interface DeedText {
  readonly actor?: string
  readonly event?: AnyEventObject
  readonly value?: unknown
}

/** An event that was worked off, as it was seen: the context itself, not a copy. */
export interface SeenLine {
  readonly event: string
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly Effect[]
}

const ACTOR_END = /^xstate\.(done|error|snapshot)\./
const DEED = { done: 'ok', error: 'err', snapshot: 'emit' } as const
/** Beside its text an action costs about as much. */
const DEED_SIZE = 40

/** What is kept of one machine of a page, from its start on. */
export class Recording {
  readonly id: number
  readonly machine: string
  readonly contract: AnyMachineContract
  readonly root: AnyActorRef
  readonly #book: SecretBook
  readonly #paths = new Map<object, string>()
  readonly #startedCount = new Map<string, number>()
  /** Actors that have shown the value that each shows as it starts, before anything has happened. */
  readonly #begun = new WeakSet<object>()
  readonly #sources = new WeakMap<object, object>()
  readonly #lost = new Set<string>()
  /** Members that are secret by the machine's own schema of events, and fields that were once. */
  readonly secretNames: Set<string>
  deeds: RecordedDeed[] = []
  lines: SeenLine[] = []
  inputText = '{}'
  startedAtMs = 0
  instant = ''
  /** Number of characters that are kept. */
  size = 0
  droppedDeeds = 0
  hasStarted = false
  hasEnded = false
  #effects: Effect[] = []

  constructor(origin: {
    readonly id: number
    readonly machine: string
    readonly contract: AnyMachineContract
    readonly root: AnyActorRef
    readonly book: SecretBook
  }) {
    this.id = origin.id
    this.machine = origin.machine
    this.contract = origin.contract
    this.root = origin.root
    this.#book = origin.book
    this.secretNames = new Set(namesOf(origin.contract))
  }

  /** What of events and calls JSON could not hold, as JSON Pointers. */
  get lost(): readonly string[] {
    return [...this.#lost]
  }

  /** Names an actor that the machine has started: `root/submit#2` is the second one of `submit`. */
  register(actor: AnyActorRef): void {
    const name = String((actor as { readonly src?: unknown }).src)
    const count = (this.#startedCount.get(name) ?? 0) + 1
    this.#startedCount.set(name, count)
    this.#paths.set(actor, `root/${name}#${count}`)
  }

  /** Records what XState reports about the machine itself. */
  note(inspection: InspectionEvent, nowMs: () => number): void {
    if (inspection.type === '@xstate.event') this.#noteEvent(inspection.event, inspection.sourceRef, nowMs)
    if (inspection.type === '@xstate.action') this.#noteEffect(inspection.action)
    if (inspection.type === '@xstate.snapshot') this.#noteLine(inspection)
  }

  /** Drops the oldest action; what happened since can then no longer be replayed from the start. */
  dropOldest(): void {
    const [oldest] = this.deeds.splice(0, 1)
    if (!oldest) return
    this.size -= oldest.text.length + DEED_SIZE
    this.droppedDeeds += 1
    this.lines = []
  }

  /** What was seen, as plain JSON with actors as their paths. */
  plainLines(): readonly SeenLine[] {
    const plain = plainCopier((object) => this.#paths.get(object) ?? object)
    return this.lines.map((line) => plain(line) as SeenLine)
  }

  #noteEvent(event: AnyEventObject, source: object | undefined, nowMs: () => number): void {
    if (event.type === 'xstate.init') {
      this.#start(event.input, nowMs())
    } else if (source === undefined) {
      if (!event.type.startsWith('xstate.'))
        this.#keep('send', nowMs(), { actor: 'root', event: this.#redacted(event) })
    } else {
      this.#sources.set(event, source)
      this.#noteTold(event, source, nowMs)
    }
  }

  #start(input: unknown, nowMs: number): void {
    this.hasStarted = true
    this.startedAtMs = nowMs
    this.inputText = JSON.stringify(this.#redactedValue(input ?? {}, '/input', false))
    this.size += this.inputText.length
  }

  #noteTold(event: AnyEventObject, source: object, nowMs: () => number): void {
    const actor = this.#paths.get(source)
    const kind = ACTOR_END.exec(event.type)?.[1] as keyof typeof DEED | undefined
    if (source === this.root) this.#keep('due', nowMs(), {})
    else if (actor === undefined) return
    else if (kind === undefined) this.#keep('emit', nowMs(), { actor, event: this.#redacted(event) })
    else if (kind === 'snapshot' && !this.#begun.has(source)) this.#begun.add(source)
    else this.#noteShown(kind, event, actor, nowMs())
  }

  #noteShown(kind: keyof typeof DEED, event: AnyEventObject, actor: string, nowMs: number): void {
    const value = kind === 'done' ? event.output : kind === 'error' ? event.error : event.snapshot.context
    const secrets = kind === 'error' ? [] : this.#outputSecrets(actor)
    const told = this.#redactedValue(value, actor, kind === 'error', secrets)
    this.#keep(DEED[kind], nowMs, { actor, value: told ?? null })
  }

  #outputSecrets(actor: string): readonly EventSecret[] {
    const schema = this.contract.secretOutputs?.[actorName(actor)]
    return schema === undefined ? [] : (answerSecrets[schema] ?? [])
  }

  #keep(deed: RecordedDeed['do'], nowMs: number, content: DeedText): void {
    const text = JSON.stringify(content)
    this.deeds.push({ do: deed, atMs: Math.max(0, nowMs - this.startedAtMs), text })
    this.size += text.length + DEED_SIZE
  }

  #noteEffect(action: { readonly type: string; readonly params: unknown }): void {
    const effect = effectOf(action)
    if (effect) this.#effects.push(effect)
  }

  #noteLine(inspection: InspectionEvent & { readonly type: '@xstate.snapshot' }): void {
    const { value, context, status } = inspection.snapshot as AnyMachineSnapshot
    const { event } = inspection
    if (event.type === 'xstate.stop' || status !== 'active') this.hasEnded = true
    if (event.type === 'xstate.stop') return
    const name = traceEventName(event.type, this.#paths.get(this.#sources.get(event) ?? {}))
    if (this.droppedDeeds === 0) this.lines.push({ event: name, value, context, effects: this.#effects })
    this.#effects = []
  }

  /** An event without its secrets: by its schema, and where members are named like one. */
  #redacted(event: AnyEventObject): AnyEventObject {
    const plain = this.#plainOf(event, '/event') as AnyEventObject
    const schema = schemaOf(this.contract)
    const { type } = plain
    let hasHidden = false
    const shown = schema
      ? withoutSecrets(schema, plain, (name, value) => {
          hasHidden = true
          return this.#book.placeholder(name, value)
        })
      : plain
    if (hasHidden && typeof plain.fieldId === 'string') this.secretNames.add(plain.fieldId)
    return { ...(this.#book.withoutNamed(shown, this.secretNames, false) as object), type }
  }

  #redactedValue(value: unknown, place: string, isError: boolean, secrets: readonly EventSecret[] = []): unknown {
    const plain = this.#plainOf(value, place)
    const hasSecrets = secrets.length > 0 && typeof plain === 'object' && plain !== null
    const shown = hasSecrets
      ? withoutSecretsAt(secrets, plain as Record<string, unknown>, (name, secret) =>
          this.#book.placeholder(name, secret),
        )
      : plain
    return this.#book.withoutNamed(shown, this.secretNames, isError)
  }

  #plainOf(value: unknown, place: string): unknown {
    const { value: plain, lost } = recordable(value, (object) => this.#paths.get(object) ?? object)
    for (const pointer of lost) this.#lost.add(place + pointer)
    return plain
  }
}

/** `root/submit#2` → `submit`. */
function actorName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('#'))
}

const knownNames = new WeakMap<AnyMachineContract, ReadonlySet<string>>()

/** Names that the schema of a machine's events gives to secrets: of members, and of fields whose value is one. */
export function namesOf(contract: AnyMachineContract): ReadonlySet<string> {
  const known = knownNames.get(contract)
  if (known) return known
  const secrets = Object.values(schemaOf(contract)?.events ?? {}).flatMap((event) => event.secrets)
  const names = secrets.flatMap(({ pointer, when }) =>
    when ? when.isOneOf.filter((name) => typeof name === 'string') : [pointer.slice(pointer.lastIndexOf('/') + 1)],
  )
  const made = new Set(names)
  knownNames.set(contract, made)
  return made
}

import { randomBytes } from 'node:crypto'
import {
  appealIdentification,
  getDocuments,
  getIdentificationConfig,
  postIdentification,
  removeDocument,
  uploadDocuments,
  verifyDocuments,
} from '#calls/identification.calls.ts'
import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type {
  EventPlace,
  Impossible,
  MachineActs,
  PageAct,
  PageSighting,
  PageThing,
} from '#machines/shell/machine-acts.ts'
import type { IdentificationEvent, PickedFileFacts, Scenario } from '#schemas'
import { playScenario } from '../../player/scenario-player.ts'
import { stateBefore, typed } from '../browser/typed-lines.ts'

/** A file as the page has it: picked, and with an id once the server keeps it. */
type PickedFile = PickedFileFacts & { readonly documentId: string | null }

/** What the page's machine says of its files. */
interface FilesContext {
  readonly files: readonly PickedFile[]
  readonly fileFaults: Readonly<Record<string, unknown>>
}

type Json = Readonly<Record<string, unknown>>

const INSTANT = '2026-03-01T12:00:00.000Z'
/** What the contract of the machine asks, which its scenarios leave out. */
const DEMANDS = [
  { id: 'cpf', fields: ['name', 'cpf'] },
  { id: 'passport', fields: ['name', 'passport_end_date'] },
]
const LIMITS = { mediaTypes: ['image/jpeg', 'image/png'], maxFiles: 2, maxFileBytes: 1000 }
const LABELS: Readonly<Record<string, string>> = { name: 'First name', cpf: 'CPF' }
const DOCUMENT_TYPES: Readonly<Record<string, string>> = { passport: 'Passport', cpf: 'CPF' }
const APPEAL: PageThing = { label: 'Why is the decision wrong?' }

/** protection/identification in the office. Its page is come to by its neighbour, so that the scenario answers
 *  what is asked of the player. */
export const identificationActs: MachineActs<IdentificationEvent> = {
  path: ({ flow }) => `/en/office/account/${flow === 'form' ? 'verification' : 'identification'}`,
  number: 2,
  toStart: ({ input }) => [
    { do: 'click', on: { role: 'link', name: input?.flow === 'form' ? 'Identification' : 'Verification', index: 0 } },
  ],
  startMs: () => Date.parse(INSTANT),
  player: () => ({ hasSecondFactor: false }),
  answers: (scenario) => [
    { call: getIdentificationConfig, body: configOf(scenario) },
    { call: getDocuments, body: documentsAnswer(keptFiles(scenario), scenario.input?.state ?? 'none') },
  ],
  // Files that are kept go by their own names on a page.
  comparableInput: withoutKeys,
  events: {
    'document_type.chosen': ({ documentType }, place) => chooseType(documentType, place),
    'field.changed': (event, place) => changeField(event, place),
    'files.picked': ({ files }, place) => pick(files, place),
    'file.removed': ({ key }, place) => remove(key, place),
    'form.submitted': [{ do: 'click', on: { role: 'button', name: /^(Send to be checked|Send the objection)$/ } }],
    'appeal.opened': [{ do: 'click', on: { role: 'button', name: 'Object' } }],
    'appeal.changed': (event, place) => typed(APPEAL, event.text, event, place),
    'appeal.closed': [{ do: 'click', on: { role: 'button', name: 'Back' } }],
  },
  comparableEvent: withoutKeys as (event: { readonly type: string }) => unknown,
  actors: {
    upload: { call: uploadDocuments, answer: keptAnswer, comparable: () => null },
    // The form has a call of its own.
    submit: { call: { ...verifyDocuments, alsoAt: postIdentification.path } },
    removeKept: { call: removeDocument, answer: () => documentsAnswer([], 'none'), comparable: () => null },
    appeal: { call: appealIdentification },
  },
  comparable: withNames,
}

/** Files are named by their page, kept ones by their server. */
function withoutKeys(told: Json): Json {
  const { key: _key, ...rest } = told
  const nameless = (files: readonly Json[]) => files.map(({ key: _own, documentId: _kept, ...file }) => file)
  return Array.isArray(rest.files) ? { ...rest, files: nameless(rest.files) } : rest
}

/** What the page has picked and kept, by the names of the scenario. */
function withNames(seen: PageSighting, scenario: Scenario): PageSighting {
  const context = seen.context as Json & FilesContext
  const picked = scenario.steps.flatMap(({ event }) => (event?.files ?? []) as readonly PickedFile[])
  const told = [...keptFiles(scenario), ...picked]
  const ids = scenario.steps.flatMap(
    ({ value }) => (value as { readonly documentId?: string } | null)?.documentId ?? [],
  )
  const keys = new Map(
    context.files.map(({ key, name, sizeBytes }) => {
      const same = told.find((file) => file.name === name && file.sizeBytes === sizeBytes)
      return [key, same?.key ?? key] as const
    }),
  )
  const named = (key: unknown) => keys.get(String(key)) ?? key
  const files = context.files.map((file) => ({
    ...file,
    key: named(file.key),
    documentId: file.documentId !== null && file.name !== '' ? ids[0] : file.documentId,
  }))
  const fileFaults = Object.fromEntries(
    Object.entries(context.fileFaults).map(([key, fault]) => [String(named(key)), fault]),
  )
  return { ...seen, context: { ...context, files, fileFaults }, inputs: renamed(seen.inputs ?? {}, named) }
}

/** What actors were started with, the keys of files by their names. */
function renamed(inputs: Json, named: (key: unknown) => unknown): Json {
  const text = JSON.stringify(inputs, (name, value) => {
    if (name === 'key') return named(value)
    return name === 'keys' ? (value as readonly unknown[]).map(named) : value
  })
  return JSON.parse(text)
}

function keptFiles({ input }: Scenario): readonly PickedFile[] {
  return (input?.files ?? []) as readonly PickedFile[]
}

function configOf({ input }: Scenario): unknown {
  return {
    identification: { state: input?.state ?? 'none' },
    flowTypes: ['documents'],
    documentTypes: DEMANDS,
    ...LIMITS,
    maxPixels: 1_000_000,
  }
}

function documentsAnswer(files: readonly Pick<PickedFile, 'documentId' | 'mediaType' | 'sizeBytes'>[], state: unknown) {
  const documents = files.map(({ documentId, mediaType, sizeBytes }) => ({
    id: documentId,
    documentType: 'cpf',
    mediaType,
    sizeBytes,
    isSent: false,
    uploadedAt: INSTANT,
  }))
  return { identification: { state }, documents, history: [] }
}

/** Each file that is kept gets an id of its own, as a server gives it. */
function keptAnswer(): unknown {
  return documentsAnswer(
    [{ documentId: randomBytes(16).toString('base64url').slice(0, 21), mediaType: 'image/png', sizeBytes: 800 }],
    'uploaded',
  )
}

/** The files that the machine alone has before a step. */
function filesBefore({ scenario, step }: EventPlace): readonly PickedFile[] {
  const contract = scenarioMachines[scenario.machine]
  let files = keptFiles(scenario)
  if (!contract) return files
  playScenario(contract, scenario, {
    onStep: (index, { context }) => {
      if (index < step) files = (context as unknown as FilesContext).files
    },
  })
  return files
}

function chooseType(documentType: string, place: EventPlace): readonly PageAct[] {
  const name = DOCUMENT_TYPES[documentType] ?? documentType
  const before = place.scenario.steps
    .slice(0, place.step)
    .findLast(({ event }) => event?.type === 'document_type.chosen')
  const isThere = (before?.event?.documentType ?? DEMANDS[0]?.id) === documentType
  const other = Object.values(DOCUMENT_TYPES).find((one) => one !== name) ?? ''
  const choices = isThere ? [other, name] : [name]
  return choices.map((text) => ({ do: 'choose', on: { label: 'Document' }, text }))
}

function changeField(
  event: { readonly type: string; readonly id: string; readonly answer: string },
  { scenario, step }: EventPlace,
): readonly PageAct[] {
  const on: PageThing = { label: LABELS[event.id] ?? event.id }
  const last = scenario.steps.slice(0, step).findLast((each) => each.event?.id === event.id)?.event
  // A line that is typed over itself tells nobody.
  const isThere = last?.answer === event.answer
  return (isThere ? ['', event.answer] : [event.answer]).map((text) => ({ do: 'fill', on, text }))
}

function pick(files: readonly Omit<PickedFile, 'documentId'>[], place: EventPlace): readonly PageAct[] | Impossible {
  const before = filesBefore(place)
  if (stateBefore(place) === 'choosing' && files.some(({ key }) => before.some((one) => one.key === key)))
    return { impossible: say('driver.file_picked_twice_two') }
  return [{ do: 'pick', on: { role: 'button', name: 'Choose files' }, files }]
}

/** What is not there has no button. */
function remove(key: string, place: EventPlace): readonly PageAct[] {
  const index = filesBefore(place).findIndex((file) => file.key === key)
  return index < 0 ? [] : [{ do: 'click', on: { role: 'button', name: /^Remove /, index } }]
}

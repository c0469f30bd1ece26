import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { identificationActors } from '#calls/actors/identification.actors.ts'
import { type IdentificationInput, identificationMachine } from '#machines/protection/identification.machine.ts'
import { unsentFiles } from '#machines/protection/picked-files.rules.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FilePicker } from '#renderers/site/FilePicker.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { IdentificationStateName } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { Appeal } from './Appeal.tsx'
import { DocumentFields } from './DocumentFields.tsx'
import type { IdentificationPanelProps } from './identification-panel.ts'
import { listedFiles } from './listed-files.selectors.ts'
import styles from './protection.module.css'

/** Props of {@link Identification}. */
export interface IdentificationProps {
  readonly input: IdentificationInput
  /** Called when the documents, or an objection, have reached the operator. */
  readonly onSettled: (state: IdentificationStateName) => void
}

/** Files by their key: a machine knows names and sizes alone. */
type PickedContents = Map<string, File>

function machineFor({ call }: App, contents: PickedContents, { flow, files }: IdentificationInput) {
  const known = files.flatMap(({ documentId }) => documentId ?? [])
  const contentOf = (key: string): File => contents.get(key) ?? new File([], key)
  return identificationMachine.provide({
    actors: {
      upload: fromPromise(async ({ input: { key, documentType } }) => {
        const kept = await identificationActors.upload(call, { file: contentOf(key), documentType, known })
        known.push(kept.documentId)
        return kept
      }),
      submit: fromPromise(({ input }) =>
        flow === 'documents'
          ? identificationActors.sendUploaded(call)
          : identificationActors.sendForm(call, input, input.keys.map(contentOf)),
      ),
      removeKept: fromPromise(({ input }) => identificationActors.removeKept(call, input)),
      appeal: fromPromise(({ input }) => identificationActors.appeal(call, input)),
    },
  })
}

/** Sends documents and, with the form, the data in them; a player who was refused may object instead. */
export function Identification({ input, onSettled }: IdentificationProps) {
  const app = useApp()
  const [contents] = useState<PickedContents>(() => new Map())
  const [machine] = useState(() => machineFor(app, contents, input))
  const [state, send] = useMachine(machine, { input })
  const settled = state.matches('settled') && state.context.state !== input.state ? state.context.state : null
  useEffect(() => {
    if (settled) onSettled(settled)
  }, [settled, onSettled])
  if (state.matches('settled')) return null
  if (state.matches('appealing') || state.matches('sendingAppeal')) return <Appeal state={state} onEvent={send} />
  return <DocumentsForm state={state} onEvent={send} contents={contents} />
}

interface DocumentsFormProps extends IdentificationPanelProps {
  readonly contents: PickedContents
}

function DocumentsForm({ state, onEvent, contents }: DocumentsFormProps) {
  const app = useApp()
  const t = useText()
  const { context } = state
  const { failure, filesFault, files, limits } = context
  const total = files.length
  const done = total - unsentFiles(files).length
  const pick = (picked: readonly File[]) => {
    const named = picked.map((file) => ({ key: crypto.randomUUID(), file }))
    for (const { key, file } of named) contents.set(key, file)
    const facts = named.map(({ key, file: { name, type, size } }) => ({ key, name, mediaType: type, sizeBytes: size }))
    if (facts.length > 0) onEvent({ type: 'files.picked', files: facts })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEvent({ type: 'form.submitted' })
  }
  const form = useRef<HTMLFormElement>(null)
  const faults = Object.keys(context.fieldFaults).join()
  useEffect(() => {
    if (faults !== '') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <DocumentFields state={state} onEvent={onEvent} />
      <FilePicker
        label={t('protection.files')}
        help={t('protection.files_help', { size: sizeText(app, limits.maxFileBytes), number: limits.maxFiles })}
        dropLabel={t('protection.drop')}
        pickLabel={t('protection.pick')}
        photoLabel={t('protection.photo')}
        accept={limits.mediaTypes}
        files={listedFiles(context, contents, { t, sizeText: (bytes) => sizeText(app, bytes) })}
        error={filesFault ? t(filesFault, { max: limits.maxFiles }) : undefined}
        isBusy={state.hasTag('busy')}
        progress={
          state.matches('uploading') ? { label: t('protection.sending', { done, total }), done, total } : undefined
        }
        onPick={pick}
        onRemove={(key) => onEvent({ type: 'file.removed', key })}
      />
      {failure ? (
        <p className={styles.failure} role="alert">
          {t(failure.code, { ...failure.params })}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button kind="primary" size="large" type="submit" isBusy={state.hasTag('busy')}>
          {t('protection.send')}
        </Button>
        {context.state === 'rejected' ? (
          <Button size="large" onClick={() => onEvent({ type: 'appeal.opened' })}>
            {t('protection.appeal')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** A size as people say it: `1.5 MB`. */
function sizeText({ state }: App, bytes: number): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte'
  const value = bytes / (unit === 'kilobyte' ? 1024 : 1024 * 1024)
  const number = new Intl.NumberFormat(state.visitor.language, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  })
  return number.format(Math.max(value, 0.1))
}

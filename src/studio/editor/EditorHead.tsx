import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioDraftPerson } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import type { DraftState } from '../draft/draft-state.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { ActionButton, ActionLink } from '../parts/ActionButton.tsx'
import { Glyph } from '../parts/Glyph.tsx'
import { Mark } from '../parts/Mark.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { CheckBox } from './CheckBox.tsx'
import { CrossedRemarks } from './CrossedRemarks.tsx'
import styles from './EditorHead.module.css'

// Nobody publishes before something was edited.
const PublishBox = lazy(async () => ({ default: (await import('../history/PublishBox.tsx')).PublishBox }))

interface EditorHeadProps {
  readonly store: DraftStore
  readonly state: DraftState
  readonly onOpen: (path: string, pointer?: string) => void
}

/** The head of the editor: the brand, whether all is saved, undo and redo, who else is here, the check, and publishing. */
export function EditorHead({ store, state, onOpen }: EditorHeadProps) {
  const { catalogue, history, people, isBehind, failure } = state
  const { brand, mayEdit, editableParts, mayPublish } = catalogue
  const name = draftName(state)
  return (
    <div className={styles.head}>
      <div className={styles.bar}>
        <Link to="/" className={styles.back} aria-label={say('common.brands')}>
          <Glyph name="back" isMirrored />
        </Link>
        <div className={styles.name}>
          <ScreenHead title={name} />
        </div>
        <Saved state={state} />
        <span className={styles.gap} />
        <People people={people} />
        {(mayEdit || editableParts) && (
          <span className={styles.pair}>
            <ActionButton kind="quiet" isBare glyph="undo" disabled={history.past.length === 0} onClick={store.undo}>
              {say('editor.undo')}
            </ActionButton>
            <ActionButton kind="quiet" isBare glyph="redo" disabled={history.future.length === 0} onClick={store.redo}>
              {say('editor.redo')}
            </ActionButton>
          </span>
        )}
        <CheckBox state={state} onOpen={onOpen} />
        <ActionLink kind="quiet" isSmall glyph="history" to={`/brands/${brand.id}/history`}>
          {say('editor.history')}
        </ActionLink>
        {mayEdit && <Discard store={store} />}
        {mayPublish && <Publish store={store} state={state} />}
      </div>
      {!mayEdit && (
        <Remark kind="note">
          {editableParts ? say('editor.limited', { parts: editableParts.join(', ') }) : say('editor.read_only')}
        </Remark>
      )}
      {isBehind && <Remark kind="warning">{say('editor.behind')}</Remark>}
      {failure !== null && <Remark kind="problem">{failureText(failure)}</Remark>}
      <CrossedRemarks store={store} crossings={state.crossed.crossings} />
    </div>
  )
}

/** The name of the brand as the draft has it. */
function draftName({ catalogue, documents }: DraftState): string {
  const name = valueAt(documents['brand.json']?.resolved, '/name')
  return typeof name === 'string' && name !== '' ? name : catalogue.brand.name
}

function Saved({ state: { saving, sequence } }: { readonly state: DraftState }) {
  if (saving === 'saved' && sequence === 0) return null
  const tone = saving === 'offline' || saving === 'refused' ? 'problem' : 'calm'
  return (
    <span role="status">
      <Mark tone={tone}>{say(`editor.${saving}`)}</Mark>
    </span>
  )
}

function People({ people }: { readonly people: readonly StudioDraftPerson[] }) {
  if (people.length === 0) return null
  return (
    <ul className={styles.people} aria-label={say('editor.people')}>
      {people.map(({ editor, account, path }) => (
        <li
          key={editor}
          className={styles.person}
          title={path ? say('editor.person_at', { name: account, path }) : say('editor.person', { name: account })}
        >
          {account}
        </li>
      ))}
    </ul>
  )
}

function Publish({ store, state }: { readonly store: DraftStore; readonly state: DraftState }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton kind="primary" isSmall onClick={() => setIsOpen(true)}>
        {say('editor.publish')}
      </ActionButton>
      {isOpen && (
        <Suspense fallback={null}>
          <PublishBox
            brand={state.brand}
            name={draftName(state)}
            problems={state.problems.filter(({ level }) => level === 'problem').length}
            onClose={() => setIsOpen(false)}
            onDone={store.refresh}
          />
        </Suspense>
      )}
    </>
  )
}

function Discard({ store }: { readonly store: DraftStore }) {
  const [isAsked, setIsAsked] = useState(false)
  const deed = useDeed(async () => {
    await store.discard()
    setIsAsked(false)
  })
  const actions = (
    <>
      <ActionButton kind="quiet" onClick={() => setIsAsked(false)}>
        {say('common.cancel')}
      </ActionButton>
      <ActionButton kind="danger" disabled={deed.isBusy} onClick={() => deed.run()}>
        {say('editor.discard')}
      </ActionButton>
    </>
  )
  return (
    <>
      <ActionButton kind="quiet" isBare isSmall glyph="trash" onClick={() => setIsAsked(true)}>
        {say('editor.discard')}
      </ActionButton>
      {isAsked && (
        <ModalBox title={say('editor.discard_title')} actions={actions} onClose={() => setIsAsked(false)}>
          <p>{say('editor.discard_text')}</p>
          {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
        </ModalBox>
      )}
    </>
  )
}

import { useMemo, useState } from 'react'
import { isJsonObject, pointerKeys } from '#machines/site/merge-patch.rules.ts'
import { say } from '../app/studio-texts.ts'
import { languageName } from '../brands/code-names.ts'
import type { DraftState } from '../draft/draft-state.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { MailPreview } from '../mails/MailPreview.tsx'
import { mailNames } from '../mails/mail-names.ts'
import { Mark } from '../parts/Mark.tsx'
import styles from './DictionaryPane.module.css'
import { inLanguage, languageOf } from './document-groups.ts'
import { TextLine } from './TextLine.tsx'
import { textRows } from './text-rows.ts'
import { useOpened } from './use-draft.ts'

/** Most texts that are shown at once. */
const MOST = 100

/** How the keys of mails begin. */
const MAIL_KEYS = 'delivery.'

function isMails(path: string): boolean {
  return path.endsWith('/delivery.json')
}

/** A dictionary: each text beside its English; that of mails with a look at each. */
export function DictionaryPane({ store, state }: { readonly store: DraftStore; readonly state: DraftState }) {
  const { document, pointer } = useFormPlace()
  const language = languageOf(document.path) ?? 'en'
  const reference = inLanguage(document.path, 'en')
  const isReference = language === 'en'
  useOpened(store, reference)
  const [filter, setFilter] = useState(() => pointerKeys(pointer)[0] ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const english = state.documents[reference]?.resolved
  const rows = useMemo(
    () =>
      textRows(
        isJsonObject(english) ? english : {},
        isJsonObject(document.resolved) ? document.resolved : {},
        language,
      ),
    [english, document.resolved, language],
  )
  const mails = isMails(document.path) ? mailNames(isJsonObject(english) ? english : {}) : []
  const mail = mails.find(({ template }) => filter === `${MAIL_KEYS}${template}_`)?.template ?? ''
  const missing = rows.filter(({ text }) => text === '')
  const wanted = filter.trim().toLowerCase()
  const found = (isMissing ? missing : rows).filter((row) =>
    [row.key, row.english, row.text].some((it) => it.toLowerCase().includes(wanted)),
  )
  return (
    <div className={styles.pane}>
      {mails.length > 0 && (
        <MailPreview
          state={state}
          language={language}
          mails={mails}
          chosen={mail}
          onChoose={(template) => setFilter(template === '' ? '' : `${MAIL_KEYS}${template}_`)}
        />
      )}
      <div className={styles.bar}>
        <input
          type="search"
          className={styles.filter}
          aria-label={say('texts.filter')}
          placeholder={say('texts.filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        {!isReference && (
          <label className={styles.check}>
            <input type="checkbox" checked={isMissing} onChange={() => setIsMissing(!isMissing)} />
            {say('texts.missing')}
          </label>
        )}
        <span role="status" className={styles.count}>
          {say('texts.count', { count: found.length })}
        </span>
        {missing.length > 0 && <Mark tone="warning">{say('texts.missing_count', { count: missing.length })}</Mark>}
      </div>
      {found.length === 0 && (
        <p className={styles.none}>{say(isMissing && wanted === '' ? 'texts.all_there' : 'texts.none_found')}</p>
      )}
      <div className={styles.rows}>
        {found.slice(0, MOST).map((row) => (
          <TextLine key={row.key} row={row} isReference={isReference} languageName={languageName(language)} />
        ))}
      </div>
      {found.length > MOST && <p className={styles.count}>{say('texts.shown', { count: MOST })}</p>}
    </div>
  )
}

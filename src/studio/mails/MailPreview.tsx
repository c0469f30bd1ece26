import { useEffect, useState } from 'react'
import { previewStudioMail } from '#calls/studio/studio-draft.calls.ts'
import type { StudioMailAnswer } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useSessionEnd } from '../app/use-answer.ts'
import type { DraftState } from '../draft/draft-state.ts'
import { Waiting } from '../parts/Awaited.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './MailPreview.module.css'
import type { MailName } from './mail-names.ts'

interface MailPreviewProps {
  readonly state: DraftState
  readonly language: string
  readonly mails: readonly MailName[]
  readonly chosen: string
  readonly onChoose: (template: string) => void
}

/** A mail as a player would get it, in the colours of the brand and with examples where their own data would stand. */
export function MailPreview({ state, language, mails, chosen, onChoose }: MailPreviewProps) {
  const { mail, error, version } = useMail(state, language, chosen)
  return (
    <section className={styles.mails} aria-label={say('mails.title')}>
      <LabelledSelect
        label={say('mails.choose')}
        hint={say('mails.hint')}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">{say('mails.none')}</option>
        {mails.map(({ template, name }) => (
          <option key={template} value={template}>
            {name}
          </option>
        ))}
      </LabelledSelect>
      {error !== null && <Remark kind="problem">{failureText(error)}</Remark>}
      {chosen !== '' && mail === null && error === null && <Waiting />}
      {chosen !== '' && mail && <Letter mail={mail} version={version} />}
    </section>
  )
}

/** The mail that is chosen, asked for again after each edit of the draft. */
function useMail({ brand, sequence, saving }: DraftState, language: string, template: string) {
  const { call } = useStudio()
  const leave = useSessionEnd()
  const [known, setKnown] = useState<{
    readonly mail: StudioMailAnswer | null
    readonly error: unknown
    readonly version: number
  }>({ mail: null, error: null, version: 0 })
  useEffect(() => {
    if (template === '' || saving === 'saving') return undefined
    let isCurrent = true
    call(previewStudioMail, { segments: { brand }, query: { template, language } })
      .then((mail) => isCurrent && setKnown({ mail, error: null, version: sequence }))
      .catch((error: unknown) => isCurrent && !leave(error) && setKnown((former) => ({ ...former, mail: null, error })))
    return () => {
      isCurrent = false
    }
  }, [call, leave, brand, language, template, sequence, saving])
  return known
}

const PARTS = ['html', 'text', 'sms'] as const
type Part = (typeof PARTS)[number]

function Letter({ mail, version }: { readonly mail: StudioMailAnswer; readonly version: number }) {
  const has = { html: mail.subject !== '', text: mail.subject !== '', sms: mail.sms !== undefined }
  const [wanted, setWanted] = useState<Part>('html')
  const part = has[wanted] ? wanted : has.html ? 'html' : 'sms'
  return (
    <div className={styles.letter}>
      {has.html && (
        <dl className={styles.head}>
          <dt>{say('mails.sender')}</dt>
          <dd>{mail.sender}</dd>
          <dt>{say('mails.subject')}</dt>
          <dd dir="auto" className={styles.subject}>
            {mail.subject}
          </dd>
        </dl>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around three buttons */}
      <div role="group" aria-label={say('mails.parts')} className={styles.parts}>
        {PARTS.filter((one) => has[one]).map((one) => (
          <button
            key={one}
            type="button"
            className={styles.part}
            aria-pressed={one === part}
            onClick={() => setWanted(one)}
          >
            {say(`mails.part_${one}`)}
          </button>
        ))}
      </div>
      {part === 'html' ? (
        <iframe
          title={say('mails.frame')}
          className={styles.frame}
          sandbox=""
          referrerPolicy="no-referrer"
          src={`${mail.html}?v=${version}`}
        />
      ) : (
        <pre dir="auto" className={styles.text}>
          {part === 'sms' ? mail.sms : mail.text}
        </pre>
      )}
    </div>
  )
}

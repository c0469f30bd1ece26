import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SupportAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { type Draft, SupportForm } from './SupportForm.tsx'
import { SupportTalk } from './SupportTalk.tsx'
import styles from './support.module.css'

/** Props of {@link TalkBox}. */
export interface TalkBoxProps {
  readonly talk: SupportAnswer
  /** Asks for the talk again. */
  readonly refresh: () => Promise<void>
  readonly draft?: Draft
}

/** A talk with the support: whether somebody is there, the lines so far, and the field for the next one (OFF-27). */
export function TalkBox({ talk, refresh, draft }: TalkBoxProps) {
  const t = useText()
  const { isOpen, messages, typing } = talk
  return (
    <>
      <Presence talk={talk} />
      {messages.length > 0 ? <SupportTalk lines={messages} /> : null}
      {messages.length === 0 && isOpen ? (
        <EmptyState icon="chat" title={t('support.empty_title')} text={t('support.empty_text')} />
      ) : null}
      <p className={styles.typing} role="status">
        {typing ? t('support.typing', { name: typing.name }) : null}
      </p>
      {isOpen ? <SupportForm onSent={refresh} draft={draft} /> : null}
    </>
  )
}

function Presence({ talk: { isOpen, opensAt } }: { readonly talk: SupportAnswer }) {
  const { site } = useApp()
  const t = useText()
  const write = useInstants()
  const { email } = site.config.support
  if (isOpen)
    return (
      <p className={styles.presence} data-open role="status">
        <Icon name="success" />
        {t('support.open')}
      </p>
    )
  return (
    <div className={styles.presence} role="status">
      <Icon name="clock" />
      <div>
        <p className={styles.closed}>{t('support.closed_title')}</p>
        {opensAt ? <p>{t('support.closed_text', { time: write(opensAt) })}</p> : null}
        {email ? <p>{t('support.mail', { email })}</p> : null}
      </div>
    </div>
  )
}

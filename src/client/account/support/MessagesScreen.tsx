import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { deleteMessage, getMessages, readMessage } from '#calls/office.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { MessagesAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import { useOfficeCounts } from '../office-counts.tsx'
import styles from './messages.module.css'

type Message = MessagesAnswer['messages'][number]

/** Loads the inbox. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<MessagesAnswer>> {
  const data = await app.call(getMessages, {})
  return { meta: () => ({ title: app.texts.t('site.office_messages'), isPrivate: true }), data }
}

/** The inbox of the player: each message opens where it stands, which marks it as read. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<MessagesAnswer>>()
  const { messages, open, remove, removed } = useInbox(data.messages)
  const list = useRef<HTMLDivElement>(null)
  const unread = messages.filter(({ isRead }) => !isRead).length
  useEffect(() => {
    // The button that was pressed was removed with its message.
    if (removed > 0) list.current?.focus()
  }, [removed])
  return (
    <OfficePage title={t('site.office_messages')} text={t('message.text')}>
      <div ref={list} tabIndex={-1} className={styles.inbox}>
        {messages.length === 0 ? (
          <EmptyState icon="mail" title={t('message.empty_title')} text={t('message.empty_text')} />
        ) : (
          <>
            <p className={styles.unread} role="status">
              {t('message.unread', { number: unread })}
            </p>
            <ul className={styles.messages}>
              {messages.map((message) => (
                <li key={message.id}>
                  <MessageCard
                    message={message}
                    onOpen={() => void open(message)}
                    onDelete={() => void remove(message)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </OfficePage>
  )
}

/** The messages, opening one and throwing one away; the count in the menu follows. */
function useInbox(loaded: readonly Message[]) {
  const { call } = useApp()
  const { refresh } = useOfficeCounts()
  const [messages, setMessages] = useState(loaded)
  const [removed, setRemoved] = useState(0)
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      await refresh()
      return true
    } catch (failure) {
      const { code, params } = readFailure(failure)
      shellPort.notify({ id: 'message', kind: 'error', text: code, params })
      return false
    }
  }
  const open = async ({ id, isRead }: Message) => {
    if (isRead) return
    setMessages((shown) => shown.map((message) => (message.id === id ? { ...message, isRead: true } : message)))
    await attempt(() => call(readMessage, { body: { message_id: id } }))
  }
  const remove = async ({ id }: Message) => {
    if (!(await attempt(() => call(deleteMessage, { body: { message_id: id } })))) return
    setMessages((shown) => shown.filter((message) => message.id !== id))
    setRemoved((count) => count + 1)
    shellPort.notify({ id: 'message', kind: 'success', text: 'message.deleted' })
  }
  return { messages, removed, open, remove }
}

interface MessageCardProps {
  readonly message: Message
  readonly onOpen: () => void
  readonly onDelete: () => void
}

function MessageCard({ message, onOpen, onDelete }: MessageCardProps) {
  const t = useText()
  const write = useInstants()
  const { kind, title, text, sentAt, isRead } = message
  return (
    <details className={styles.message} onToggle={(event) => event.currentTarget.open && onOpen()}>
      <summary className={styles.summary} data-unread={!isRead || undefined}>
        <Icon name={kind === 'security' ? 'shield' : 'mail'} />
        <span className={styles.title}>
          <bdi>{title}</bdi>
          <span className={styles.facts}>
            {kind === 'security' ? `${t('message.security')} · ` : ''}
            <time dateTime={sentAt}>{write(sentAt)}</time>
          </span>
        </span>
        {isRead ? null : <Badge kind="info">{t('message.new')}</Badge>}
        <span className={styles.chevron}>
          <Icon name="chevron-down" size={16} />
        </span>
      </summary>
      <div className={styles.body}>
        <p dir="auto" className={styles.text}>
          {text}
        </p>
        <Button kind="plain" icon="trash" aria-description={title} onClick={onDelete}>
          {t('message.delete')}
        </Button>
      </div>
    </details>
  )
}

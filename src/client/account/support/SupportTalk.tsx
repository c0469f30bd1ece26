import { useEffect, useRef } from 'react'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SupportAnswer, SupportFile } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import styles from './support.module.css'

type Line = SupportAnswer['messages'][number]

/** Where a player fetches a file that they have sent. */
const FILES = '/web-api/officeapi/support/file/'
const KILOBYTE = 1024

/** The talk, the latest line at the bottom and in sight. */
export function SupportTalk({ lines }: { readonly lines: readonly Line[] }) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  const latest = lines.at(-1)?.id
  useEffect(() => {
    if (latest !== undefined && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [latest])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is moved by the arrow keys
    <ol ref={list} className={styles.talk} tabIndex={0} aria-label={t('support.conversation')} aria-live="polite">
      {lines.map((line) => (
        <TalkLine key={line.id} line={line} />
      ))}
    </ol>
  )
}

function TalkLine({ line: { author, name, text, sentAt, file } }: { readonly line: Line }) {
  const t = useText()
  const write = useInstants()
  return (
    <li className={styles.line} data-author={author}>
      {name === undefined ? null : <ConsultantMark name={name} />}
      <p className={styles.who}>
        <bdi>{name ?? t('support.you')}</bdi>
        <time dateTime={sentAt}>{write(sentAt)}</time>
      </p>
      {file ? (
        <FileLink file={file} />
      ) : (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      )}
    </li>
  )
}

/** A file that the player has sent, to be saved: it is never shown within the site. */
function FileLink({ file: { id, name, sizeBytes } }: { readonly file: SupportFile }) {
  const t = useText()
  return (
    <a className={styles.file} href={FILES + id} download={name}>
      <Icon name="document" />
      <bdi>{name}</bdi>
      <span>{t('support.file_size', { kilobytes: Math.ceil(sizeBytes / KILOBYTE) })}</span>
    </a>
  )
}

/** The colour of a consultant's messages, where the brand gives the name one (OFF-28): an edge of the message. */
function ConsultantMark({ name }: { readonly name: string }) {
  const { consultantColours } = useApp().site.config.support
  const colour = Object.hasOwn(consultantColours, name) ? consultantColours[name] : undefined
  if (colour === undefined) return null
  return (
    <svg className={styles.mark} aria-hidden="true">
      <rect width="100%" height="100%" fill={colour} />
    </svg>
  )
}

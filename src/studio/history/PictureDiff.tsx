import { useCallback, useState } from 'react'
import { comparePicture, listPictures } from '#calls/studio/studio-life.calls.ts'
import type { BrandPicturePage } from '#schemas'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { languageName } from '../brands/code-names.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import styles from './PictureDiff.module.css'

const WIDTHS = [1440, 390] as const
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

interface PictureDiffProps {
  readonly brand: string
  /** Numbers of revisions, `live` or `draft`. */
  readonly from: string
  readonly to: string
}

/** How a page is looked at. */
interface Look {
  readonly width: number
  readonly scheme: Scheme
}

/** What differs between two states of a brand, as pictures of the pages that look different; they are made when somebody asks. */
export function PictureDiff(props: PictureDiffProps) {
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked) return <PictureList key={`${props.from} ${props.to}`} {...props} />
  return (
    <div className={styles.ask}>
      <ActionButton kind="quiet" glyph="picture" onClick={() => setIsAsked(true)}>
        {say('pictures.show')}
      </ActionButton>
      <p className={styles.hint}>{say('pictures.hint')}</p>
    </div>
  )
}

function PictureList({ brand, from, to }: PictureDiffProps) {
  const { call } = useStudio()
  const [language, setLanguage] = useState<string | null>(null)
  const [look, setLook] = useState<Look>({ width: WIDTHS[0], scheme: 'light' })
  const load = useCallback(
    () => call(listPictures, { segments: { brand }, query: { from, to, ...(language === null ? {} : { language }) } }),
    [call, brand, from, to, language],
  )
  const loaded = useAnswer(load)
  return (
    <section className={styles.section} aria-label={say('pictures.title')}>
      <h3 className={styles.title}>{say('pictures.title')}</h3>
      <Awaited loaded={loaded}>
        {({ languages, language: shown, pages }) => (
          <>
            <div className={styles.looks}>
              <LabelledSelect
                label={say('pictures.language')}
                value={shown}
                onChange={(event) => setLanguage(event.target.value)}
              >
                {languages.map((code) => (
                  <option key={code} value={code}>
                    {languageName(code)}
                  </option>
                ))}
              </LabelledSelect>
              <LookChoice look={look} onChange={setLook} />
            </div>
            <p role="status">{say('pictures.count', { count: pages.length })}</p>
            <ul className={styles.pages}>
              {pages.map((page) => (
                <li key={page.path}>
                  <PicturedPage page={page} look={look} compared={{ brand, from, to }} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Awaited>
    </section>
  )
}

function LookChoice({ look, onChange }: { readonly look: Look; readonly onChange: (look: Look) => void }) {
  return (
    <>
      <LabelledSelect
        label={say('pictures.width')}
        value={String(look.width)}
        onChange={(event) => onChange({ ...look, width: Number(event.target.value) })}
      >
        {WIDTHS.map((width) => (
          <option key={width} value={width}>
            {say('pictures.pixels', { width })}
          </option>
        ))}
      </LabelledSelect>
      <LabelledSelect
        label={say('preview.scheme')}
        value={look.scheme}
        onChange={(event) => onChange({ ...look, scheme: event.target.value === 'dark' ? 'dark' : 'light' })}
      >
        {SCHEMES.map((scheme) => (
          <option key={scheme} value={scheme}>
            {say(`preview.scheme_${scheme}`)}
          </option>
        ))}
      </LabelledSelect>
    </>
  )
}

interface PicturedPageProps {
  readonly page: BrandPicturePage
  readonly look: Look
  readonly compared: PictureDiffProps
}

/** A page that differs; its pictures are made when it is opened. */
function PicturedPage({ page, look, compared }: PicturedPageProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { path, kind } = page
  return (
    <details className={styles.page} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <code>{path}</code>
        <span className={styles.kind}>{say(`pictures.kind_${kind}`)}</span>
      </summary>
      {isOpen && <Pictures path={path} look={look} compared={compared} />}
    </details>
  )
}

const SIDES = ['before', 'after', 'marked'] as const

function Pictures({ path, look, compared }: Omit<PicturedPageProps, 'page'> & { readonly path: string }) {
  const { call } = useStudio()
  const { brand, from, to } = compared
  const { width, scheme } = look
  const load = useCallback(
    () => call(comparePicture, { segments: { brand }, query: { from, to, path, width, scheme } }),
    [call, brand, from, to, path, width, scheme],
  )
  const loaded = useAnswer(load)
  return (
    <Awaited loaded={loaded}>
      {(pictures) => (
        <>
          <p className={styles.hint}>{shareText(pictures.share)}</p>
          <div className={styles.sides}>
            {SIDES.map((side) => (
              <figure key={side} className={styles.side}>
                <figcaption className={styles.caption}>{say(`pictures.${side}`)}</figcaption>
                <img
                  src={pictures[side]}
                  alt={say('pictures.alt', { path, side: say(`pictures.${side}`) })}
                  className={styles.picture}
                />
              </figure>
            ))}
          </div>
        </>
      )}
    </Awaited>
  )
}

/** How much of a page changed, in words that do not call a small change none. */
function shareText(share: number): string {
  if (share === 0) return say('pictures.share_none')
  const percent = (share * 100).toLocaleString('en', { maximumSignificantDigits: 2 })
  return say('pictures.share', { percent })
}

import { useEffect, useRef, useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { languageName } from '../brands/code-names.ts'
import type { DraftState } from '../draft/draft-state.ts'
import { ActionButton, ActionLink } from '../parts/ActionButton.tsx'
import styles from './PreviewPane.module.css'
import type { PreviewAudience, PreviewScheme, SoughtPlace } from './preview-messages.ts'
import { cleanPath, languageOfPath, pathInLanguage } from './preview-path.ts'
import { type PickedPlace, usePreview } from './use-preview.ts'

const WIDTHS = [390, 768, 1280] as const
const SCHEMES: readonly PreviewScheme[] = ['system', 'light', 'dark']

interface PreviewPaneProps {
  readonly state: DraftState
  readonly onPicked: (picked: PickedPlace) => void
  /** What is to be shown on the page; another object seeks again. */
  readonly sought: SoughtPlace | null
}

/** The draft as players would see it: a real page in a frame, which follows every edit. */
export function PreviewPane({ state, onPicked, sought }: PreviewPaneProps) {
  const { preview: address, languages } = state.catalogue
  const [aim, setAim] = useState(() => ({ path: `/${languages[0] ?? ''}`, turn: 0 }))
  const [path, setPath] = useState(aim.path)
  const [width, setWidth] = useState<number | null>(null)
  const [scheme, setScheme] = useState<PreviewScheme>('system')
  const [audience, setAudience] = useState<PreviewAudience>({ country: null, isPlayer: false })
  const [isInspecting, setIsInspecting] = useState(false)
  const { frame, isReady, isCurrent, found } = usePreview({
    address,
    preview: state.preview,
    pending: state.pending,
    isInspecting,
    scheme,
    audience,
    sought,
    onMoved: setPath,
    onPicked: (picked) => {
      setIsInspecting(false)
      onPicked(picked)
    },
  })
  const go = (to: string) => {
    setPath(to)
    setAim((last) => ({ path: to, turn: last.turn + 1 }))
  }
  return (
    <section className={styles.pane} aria-label={say('preview.title')}>
      <div className={styles.bar}>
        <RouteField path={path} onGo={go} />
        <LanguageChoice
          languages={languages}
          value={languageOfPath(path, languages)}
          onChange={(language) => go(pathInLanguage(path, language, languages))}
        />
        <ActionButton kind="quiet" isBare glyph="reload" onClick={() => go(path)}>
          {say('preview.reload')}
        </ActionButton>
        <ActionLink kind="quiet" isBare glyph="external" to={address + path}>
          {say('preview.open')}
        </ActionLink>
      </div>
      <div className={styles.bar}>
        <WidthChoice width={width} onChange={setWidth} />
        <SchemeChoice scheme={scheme} onChange={setScheme} />
        <AudienceChoice countries={state.catalogue.choices.country ?? {}} audience={audience} onChange={setAudience} />
        <ActionButton
          kind="quiet"
          isSmall
          glyph="inspect"
          aria-pressed={isInspecting}
          onClick={() => setIsInspecting(!isInspecting)}
        >
          {say('preview.inspect')}
        </ActionButton>
        <span role="status" className={styles.state}>
          {statusText({ isInspecting, isReady, isCurrent, found })}
        </span>
      </div>
      <Stage width={width}>
        <iframe
          key={aim.turn}
          ref={frame}
          title={say('preview.title')}
          src={address + aim.path}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          className={styles.frame}
          style={{ colorScheme: scheme === 'system' ? 'light dark' : scheme }}
        />
      </Stage>
    </section>
  )
}

/** What the preview is doing: inspecting, how much it has found, or whether it shows the draft as it is. */
function statusText(of: {
  readonly isInspecting: boolean
  readonly isReady: boolean
  readonly isCurrent: boolean
  readonly found: number | null
}): string {
  if (of.isInspecting) return say('preview.inspect_on')
  if (of.found !== null) return of.found === 0 ? say('preview.found_none') : say('preview.found', { count: of.found })
  if (!of.isReady) return say('preview.waiting')
  return say(of.isCurrent ? 'preview.current' : 'preview.behind')
}

/** The room of the frame. A page that is wider than it is made smaller until it fits. */
function Stage({ width, children }: { readonly width: number | null; readonly children: React.ReactNode }) {
  const stage = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<number | null>(null)
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? null))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const scale = width !== null && room !== null && room > 0 ? Math.min(1, room / width) : 1
  const size = width === null ? {} : { inlineSize: width, blockSize: `${100 / scale}%`, scale: String(scale) }
  return (
    <div ref={stage} className={styles.stage}>
      <div className={width === null ? styles.fill : styles.fixed} style={size}>
        {children}
      </div>
    </div>
  )
}

function RouteField({ path, onGo }: { readonly path: string; readonly onGo: (path: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <form
      className={styles.route}
      onSubmit={(event) => {
        event.preventDefault()
        onGo(cleanPath(typed ?? path))
        setTyped(null)
      }}
    >
      <input
        type="text"
        className={styles.path}
        aria-label={say('preview.route')}
        spellCheck={false}
        value={typed ?? path}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
      />
    </form>
  )
}

interface LanguageChoiceProps {
  readonly languages: readonly string[]
  readonly value: string | null
  readonly onChange: (language: string) => void
}

function LanguageChoice({ languages, value, onChange }: LanguageChoiceProps) {
  if (languages.length < 2) return null
  return (
    <select
      className={styles.select}
      aria-label={say('preview.language')}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      {value === null && <option value="">{say('field.not_set')}</option>}
      {languages.map((code) => (
        <option key={code} value={code}>
          {languageName(code)}
        </option>
      ))}
    </select>
  )
}

function WidthChoice({
  width,
  onChange,
}: {
  readonly width: number | null
  readonly onChange: (width: number | null) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around four small buttons
    <div role="group" aria-label={say('preview.width')} className={styles.widths}>
      {[...WIDTHS, null].map((one) => (
        <ActionButton key={one} kind="quiet" isSmall aria-pressed={one === width} onClick={() => onChange(one)}>
          {one ?? say('preview.width_full')}
        </ActionButton>
      ))}
    </div>
  )
}

function SchemeChoice(props: { readonly scheme: PreviewScheme; readonly onChange: (scheme: PreviewScheme) => void }) {
  return (
    <select
      className={styles.select}
      aria-label={say('preview.scheme')}
      value={props.scheme}
      onChange={(event) => props.onChange(event.target.value as PreviewScheme)}
    >
      {SCHEMES.map((one) => (
        <option key={one} value={one}>
          {say(`preview.scheme_${one}`)}
        </option>
      ))}
    </select>
  )
}

interface AudienceChoiceProps {
  /** Code → name. */
  readonly countries: Readonly<Record<string, string>>
  readonly audience: PreviewAudience
  readonly onChange: (audience: PreviewAudience) => void
}

function AudienceChoice({ countries, audience, onChange }: AudienceChoiceProps) {
  const byName = Object.entries(countries).sort(([, one], [, other]) => one.localeCompare(other, 'en'))
  return (
    <>
      <select
        className={styles.select}
        aria-label={say('preview.audience')}
        value={audience.isPlayer ? 'player' : 'guest'}
        onChange={(event) => onChange({ ...audience, isPlayer: event.target.value === 'player' })}
      >
        <option value="guest">{say('preview.audience_guest')}</option>
        <option value="player">{say('preview.audience_player')}</option>
      </select>
      <select
        className={styles.select}
        aria-label={say('preview.country')}
        value={audience.country ?? ''}
        onChange={(event) => onChange({ ...audience, country: event.target.value || null })}
      >
        <option value="">{say('preview.country_own')}</option>
        {byName.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}

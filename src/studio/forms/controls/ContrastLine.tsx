import { useMemo } from 'react'
import { isJsonObject, pointerStep } from '#machines/site/merge-patch.rules.ts'
import { proposedColour } from '#machines/site/theme/contrast-proposal.rules.ts'
import { type TokenContrast, tokenContrasts } from '#machines/site/theme/token-contrasts.rules.ts'
import type { ThemeTokens } from '#schemas'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { useFormPlace } from '../form-place.ts'
import styles from './ContrastLine.module.css'

const known = new WeakMap<object, ReadonlyMap<string, readonly TokenContrast[]>>()

/** The contrasts of a theme, found once for all fields that show it. */
function contrastsOf(theme: unknown): ReadonlyMap<string, readonly TokenContrast[]> {
  if (!isJsonObject(theme)) return new Map()
  const found = known.get(theme) ?? tokenContrasts(theme as unknown as ThemeTokens)
  known.set(theme, found)
  return found
}

interface ContrastLineProps {
  /** The key of the token in the object that the form is of. */
  readonly tokenKey: string
  readonly isDisabled: boolean
  readonly onColour: (colour: string) => void
}

/** The closest pair of colours that is drawn with a token, while one picks it, and a shade that passes where it is too close. */
export function ContrastLine({ tokenKey, isDisabled, onColour }: ContrastLineProps) {
  const { document, pointer: group } = useFormPlace()
  const theme = document.resolved
  const token = `${group}/${pointerStep(tokenKey)}`
  const pointer = `${token}/$value`
  const contrasts = contrastsOf(theme).get(pointer) ?? []
  const close = contrasts.filter(({ ratio, required }) => ratio < required)
  const proposal = useMemo(
    () => (close.length > 0 ? proposedColour(theme as unknown as ThemeTokens, pointer, close) : null),
    [theme, pointer, close],
  )
  const [worst] = contrasts
  if (!worst) return null
  const name = otherName(worst, token)
  if (close.length === 0)
    return <p className={styles.fine}>{say('contrast.fine', { ratio: String(worst.ratio), name })}</p>
  return (
    <div className={styles.close}>
      <p role="status">
        {say('contrast.too_low', { ratio: String(worst.ratio), name, required: String(worst.required) })}{' '}
        {close.length > 1 && say('contrast.more', { count: close.length - 1 })}
      </p>
      {proposal && !isDisabled && (
        <ActionButton isSmall onClick={() => onColour(proposal.colour)}>
          <span className={styles.swatch} style={{ background: proposal.colour }} />
          {say(proposal.isEnough ? 'contrast.propose' : 'contrast.propose_first', { colour: proposal.colour })}
        </ActionButton>
      )}
    </div>
  )
}

/** The other role of a pair, with its scheme: `on-accent (light)`; of a pair that both hang on the token, the whole pair. */
function otherName({ pair, scheme }: TokenContrast, token: string): string {
  const own = token.slice(1).replaceAll('/', '.')
  const roles = pair.filter((name) => name !== own).map((name) => name.split('.').slice(2).join('.'))
  return `${roles.join(' on ')} (${say(`contrast.scheme_${scheme}`)})`
}

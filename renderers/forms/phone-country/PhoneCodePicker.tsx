import { type FocusEvent, useEffect, useId, useRef } from 'react'
import { phoneCodeMachine } from '#machines/phone/phone-code.machine.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { CountryMark } from '#renderers/site/Flag.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PhoneCountry, PhonePrefix } from '#schemas'
import { useLatest } from '../use-latest.ts'
import { PhoneCodePanel } from './PhoneCodePanel.tsx'
import styles from './phone-code.module.css'

/** Props of {@link PhoneCodePicker}. */
export interface PhoneCodePickerProps {
  readonly countries: readonly PhoneCountry[]
  readonly current: PhonePrefix
  readonly isManualCodeAllowed: boolean
  /** What a list without a match says (PHC-15). */
  readonly noResultText: string
  readonly isDisabled: boolean
  readonly onChoose: (prefix: PhonePrefix) => void
  /** A choice was made by hand: the focus may move on. Without it, it returns to the button. */
  readonly onDone?: (() => void) | undefined
  /** For a field that is nothing but this: attributes of its button, which names the country in full. */
  readonly whole?: {
    readonly attributes: Readonly<Record<string, string | boolean | undefined>> & { readonly id: string }
    readonly labelId: string
  }
}

/** The dialling code before a number: a button, and a list of countries that is searched by code and by name (PHC-4 to
 *  PHC-16). */
export function PhoneCodePicker(props: PhoneCodePickerProps) {
  const { countries, current, isManualCodeAllowed, isDisabled, whole } = props
  const t = useText()
  const trigger = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [state, send, actor] = useMachine(phoneCodeMachine, { input: { countries, isManualCodeAllowed } })
  const choose = useLatest(props.onChoose)
  const isOpen = state.hasTag('open')
  const hasChoice = countries.length > 1
  const chosen = prefixName(current, countries)
  const valueId = `${panelId}-value`

  useEffect(() => {
    const subscription = actor.on('prefix.chosen', ({ prefix }) => choose(prefix))
    return () => subscription.unsubscribe()
  }, [actor, choose])

  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) send({ type: 'outside.pressed' })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus that leaves the list is only watched here
    <div className={styles.picker} onBlur={leave} data-wide={whole !== undefined || undefined}>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={panelId}
        {...(whole
          ? { ...whole.attributes, 'aria-labelledby': `${whole.labelId} ${valueId}` }
          : {
              'aria-label': t(hasChoice ? 'phone.choose_code' : 'phone.only_code', { chosen }),
            })}
        disabled={isDisabled || !hasChoice}
        onClick={() => send({ type: 'trigger.pressed', current: barePrefix(current) })}
      >
        <span id={valueId}>
          {whole ? (
            <WholePrefix prefix={current} text={chosen || t('forms.choose')} />
          ) : (
            <ShortPrefix prefix={current} />
          )}
        </span>
        {hasChoice && <Icon name="chevron-down" size={16} />}
      </button>
      {isOpen && (
        <PhoneCodePanel
          id={panelId}
          countries={countries}
          current={current}
          typedCode={state.context.typedCode}
          typedName={state.context.typedName}
          isManualCodeAllowed={isManualCodeAllowed}
          noResultText={props.noResultText}
          send={send}
          onLeave={(isChosen) => (isChosen && props.onDone ? props.onDone() : trigger.current?.focus())}
        />
      )}
    </div>
  )
}

function ShortPrefix({ prefix: { code, phoneCode } }: { readonly prefix: PhonePrefix }) {
  return (
    <span className={styles.prefix}>
      <CountryMark code={code} /> {phoneCode}
    </span>
  )
}

function WholePrefix({ prefix: { code }, text }: { readonly prefix: PhonePrefix; readonly text: string }) {
  return (
    <span className={styles.prefix}>
      <CountryMark code={code} /> {text}
    </span>
  )
}

/** A prefix without what the list says of its country. */
function barePrefix({ id, code, phoneCode }: PhonePrefix): PhonePrefix {
  return { phoneCode, ...(id === undefined ? {} : { id }), ...(code === undefined ? {} : { code }) }
}

/** What a prefix is called: `Kazakhstan +7`, or a bare code. */
function prefixName({ id, phoneCode }: PhonePrefix, countries: readonly PhoneCountry[]): string {
  const country = countries.find((one) => one.id === id)
  return country ? `${country.name} ${phoneCode}` : phoneCode
}

import { useMemo, useState } from 'react'
import { fullPhone } from '#machines/forms/kinds/phone-answer.rules.ts'
import type { CodeFault } from '#machines/phone/sms-code.rules.ts'
import { SchemaForm } from '#renderers/forms/SchemaForm.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldDefinition, PhoneContext } from '#schemas'
import { PhoneProvider } from '../../forms/phone-port.tsx'
import { FormFailure } from '../FormFailure.tsx'

/** A phone or an e-mail address. */
export type ContactKind = 'phone' | 'email'

/** Props of {@link ContactForm}. */
export interface ContactFormProps {
  readonly kind: ContactKind
  /** What the server says of the address that was entered, or why it was not asked. */
  readonly fault: CodeFault | null
  readonly isBusy: boolean
  /** @param value the phone in E.164, or the e-mail address */
  readonly onSubmit: (value: string) => void
}

const FIELD = 'address'
/** After these the same address need not be sent again. */
const REFUSED: ReadonlySet<string> = new Set(['contact.same', 'contact.taken', 'contact.invalid'])
/** Nothing here hangs on a date or an age. */
const TIMELESS = { today: '1970-01-01', minimumAge: 0 }
const NO_ANSWERS = {}

/** The line of a new phone or e-mail address, by the same fields and rules as in any other form. */
export function ContactForm({ kind, fault, isBusy, onSubmit }: ContactFormProps) {
  const t = useText()
  const [phone, setPhone] = useState<PhoneContext>()
  const definitions = useMemo(
    (): FieldDefinition[] => [
      { id: FIELD, type: kind === 'phone' ? 'phone' : 'email', title: t(`contacts.new_${kind}`), required: true },
    ],
    [kind, t],
  )
  const context = useMemo(() => ({ ...TIMELESS, ...(phone ? { phone } : {}) }), [phone])
  const isRefused = fault !== null && REFUSED.has(fault.code)
  const message = fault ? t(fault.code, { ...fault.params }) : null
  const errors = useMemo(
    () => (isRefused && message ? { [FIELD]: { code: 'value.refused', params: {}, message } as const } : undefined),
    [isRefused, message],
  )
  return (
    <PhoneProvider definitions={definitions} onKnown={setPhone}>
      <FormFailure text={isRefused ? null : message} />
      <SchemaForm
        definitions={definitions}
        values={NO_ANSWERS}
        context={context}
        errors={errors}
        isBusy={isBusy}
        submitLabel={t('contacts.go_on')}
        onSubmit={({ [FIELD]: value }) => onSubmit(fullPhone(value))}
      />
    </PhoneProvider>
  )
}

import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { formMachine } from '#machines/forms/form/form.machine.ts'
import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import type { FieldDefinition, PhoneContext } from '#schemas'
import { OptionProvider } from '../forms/option-port.tsx'
import { PhoneProvider } from '../forms/phone-port.tsx'
import { CaptchaPorts } from './captcha-port.tsx'
import { PhoneCodeProvider } from './phone-code-port.tsx'
import { SocialProvider, type SocialState } from './social-port.tsx'

/** Props of {@link FormPorts}. */
export interface FormPortsProps {
  readonly actor: ActorRefFrom<typeof formMachine>
  readonly definitions: readonly FieldDefinition[]
  readonly context: FormContext
  /** The countries and lengths of phone numbers are known: the form's rules may look at them. */
  readonly onPhoneKnown: (phone: PhoneContext) => void
  readonly social: SocialState
  readonly children: ReactNode
}

/** What the kinds of fields of the registration form ask of the application. */
export function FormPorts({ onPhoneKnown, social, children, ...form }: FormPortsProps) {
  return (
    <PhoneProvider definitions={form.definitions} onKnown={onPhoneKnown}>
      <PhoneCodeProvider {...form}>
        <SocialProvider definitions={form.definitions} social={social}>
          <CaptchaPorts definitions={form.definitions}>
            <OptionProvider definitions={form.definitions}>{children}</OptionProvider>
          </CaptchaPorts>
        </SocialProvider>
      </PhoneCodeProvider>
    </PhoneProvider>
  )
}

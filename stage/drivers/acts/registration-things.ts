import type { PageAct, PageThing } from '#machines/shell/machine-acts.ts'

/** Type of registration → what its tab is called. */
export const FORM_TABS: Readonly<Record<string, string>> = {
  full_reg: 'By e-mail',
  fast_reg: 'One click',
  phone_reg: 'By phone',
  soc_reg: 'By social network',
}

/** The button that sends the form of a registration, whatever its type. */
export const SEND_FORM: PageThing = {
  role: 'button',
  name: /^(Create account|Register by phone)$/,
  within: { role: 'main' },
}

/** The button that asks for a code, the first one or another. */
export const ASK_CODE: PageThing = { role: 'button', name: /^(Send the code|Send another code|Another code in .*)$/ }

/** The button with the dialling code, which is there with the countries. */
export const DIALLING_CODE: PageThing = { role: 'button', name: /^Country code: / }

/** A control that is called by the label of its field, which says of one that may be left empty that it may. */
export function labelled(label: string): RegExp {
  return new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\(optional\\))?$`)
}

/** What a person does who has come by another page of the site. */
export const OPEN_FORM: readonly PageAct[] = [
  { do: 'click', on: { role: 'link', name: 'Register', within: { role: 'banner' } } },
]

/** Whether what is sent to the call of the registration is a filled form; without one it asks for data. */
export function isSubmission(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'type' in body
}

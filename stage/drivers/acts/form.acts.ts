import { checkPhoneCode, sendPhoneCode } from '#calls/account.calls.ts'
import { getPhoneCountries } from '#calls/forms.calls.ts'
import { getRegistrationFields, getRegistrationTypes, postRegistration } from '#calls/registration.calls.ts'
import { say } from '#cli/command-text.ts'
import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { findOption, optionText } from '#machines/forms/kinds/options.rules.ts'
import type { EventPlace, Impossible, MachineActs, PageAct, PageAnswer } from '#machines/shell/machine-acts.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { AnswerValue, FieldDefinition, FormEvent, Scenario } from '#schemas'
import { formScenario, phoneBefore, wholeFormScenario } from './form-scenario.ts'
import { ASK_CODE, FORM_TABS, isSubmission, labelled, OPEN_FORM, SEND_FORM } from './registration-things.ts'

type Changed = Extract<FormEvent, { readonly type: 'field.changed' }>

const CODE = '123456'

/** What a server sends along with a phone that has to be confirmed. */
const CODE_PARTS = [
  { id: 'button_send_sms', type: 'phone_code_button', label: 'Send the code', input_type: 'button' },
  { id: 'phone_confirmation', type: 'phone_code_button', title: 'Code from the message', input_type: 'text' },
] as const satisfies readonly FieldDefinition[]

/** forms/form as the form of a registration. Its page is come to by a link of another one while the types cannot be had, since a
 *  page that is opened by its address brings types and fields along. */
export const formActs: MachineActs<FormEvent> = {
  path: '/en/login',
  toStart: OPEN_FORM,
  inputDefaults: {
    context: {
      today: '2026-01-15',
      minimumAge: 18,
      minAgesInCountries: {},
      detectedCountry: 'de',
      emailTopLevelMaxLength: 7,
      codeLength: 6,
    },
    homeCountry: 'de',
    lapsedCodes: ['registration.type_unknown'],
  },
  config: ({ input }) => ({
    registration: { defaultType: (input as { wanted?: string[] })?.wanted?.[0] ?? 'full_reg' },
  }),
  answers: pageAnswers,
  storedInTab: drafts,
  events: {
    'variant.chosen': ({ variant }) => [{ do: 'click', on: { role: 'tab', name: FORM_TABS[variant] ?? variant } }],
    'field.changed': changeField,
    'form.submitted': [{ do: 'click', on: SEND_FORM }],
    'retry.pressed': [{ do: 'click', on: { role: 'button', name: 'Try again' } }],
    'renewal.requested': [
      {
        do: 'click',
        on: { role: 'button', name: /^(Send a new code|Show the current form|Show the available form)$/ },
      },
    ],
    'confirmation.accepted': confirmPhone,
    'confirmation.given_up': [{ do: 'click', on: { role: 'button', name: 'Change something first' } }],
    'circumstances.changed': ({ change }) =>
      change.confirmedEmails === undefined
        ? { impossible: say('driver.page_tells_countries_phones') }
        : [{ do: 'click', on: { role: 'button', name: 'Keep what I typed' } }],
    'fields.completed': {
      impossible: say('driver.page_tells_bonuses_form'),
    },
  },
  actors: {
    loadVariants: { call: getRegistrationTypes, answer: (types) => ({ data: { attributes: { types } } }) },
    loadFields: {
      call: getRegistrationFields,
      answer: (fields) => ({
        data: { attributes: { fields: withCodeParts(fields as FieldDefinition[]) }, relation_fields: {} },
      }),
      comparable: (fields) => withoutCodeParts(fields as FieldDefinition[]),
    },
    submit: {
      call: postRegistration,
      isOwn: isSubmission,
    },
    loadDraft: { own: say('driver.storage_tab_read_once'), comparable: (draft) => draft ?? {} },
    saveDraft: { own: say('driver.storage_tab_written_once'), comparable: () => null },
    dropDrafts: { own: say('driver.storage_tab_cleared_once'), comparable: () => null },
  },
  comparable: ({ context, ...seen }) => ({ ...seen, context: withoutParts(context) }),
  shows: {
    'form.confirming': { role: 'button', name: 'Change something first' },
    'form.failed': { role: 'button', name: 'Try again' },
    'form.unavailable': { role: 'button', name: 'Try again' },
  },
  reasonAgainst,
}

/** A page that cannot have the types begins with asking for them, and one that cannot have the countries of phones takes a number as
 *  a text. Codes are sent and are right, where a scenario has a phone confirmed. */
function pageAnswers(): readonly PageAnswer[] {
  return [
    { call: getRegistrationTypes, times: 1 },
    { call: getPhoneCountries },
    { call: sendPhoneCode, body: { codeLength: CODE.length, retryAfterSeconds: 0, lifetimeSeconds: 86_400 } },
    { call: checkPhoneCode, body: { success: true } },
  ]
}

function drafts(scenario: Scenario): Readonly<Record<string, string>> {
  const known = [...wholeFormScenario(scenario).drafts].flatMap(([variant, [draft]]) =>
    draft
      ? [[preferenceKey(`registrationDraft.${variant}`), draft === 'unreadable' ? '{' : JSON.stringify(draft)] as const]
      : [],
  )
  return Object.fromEntries(known)
}

function changeField({ fieldId, value }: Changed, place: EventPlace): readonly PageAct[] | Impossible {
  const definition = formScenario(place).definitions.get(fieldId) ?? ({ id: fieldId, type: 'input' } as FieldDefinition)
  const name = labelled(fieldLabel(definition))
  switch (definition.type) {
    case 'checkbox':
      return [{ do: value === true ? 'check' : 'uncheck', on: { role: 'checkbox', name } }]
    case 'select':
      return [{ do: 'choose', on: { role: 'combobox', name }, text: optionName(definition, value) }]
    case 'captcha':
    case 'custom_captcha':
      return { impossible: say('driver.token_captcha_travels_call') }
    case 'password':
      return [{ do: 'fill', on: { label: name }, text: String(value) }]
    default:
      if (typeof value !== 'string') return { impossible: say('driver.phone_text_long_no') }
      return [{ do: 'fill', on: { role: 'textbox', name }, text: value }]
  }
}

function optionName(definition: FieldDefinition, value: AnswerValue): string {
  const option = findOption(definition, value)
  return option ? optionText(option) : String(value)
}

/** Asks for a code and types it; where the form waits for the confirmation, one is on its way already. */
function confirmPhone(
  { fieldId, value }: Extract<FormEvent, { readonly type: 'confirmation.accepted' }>,
  place: EventPlace,
): readonly PageAct[] | Impossible {
  if (phoneBefore(place, fieldId) !== value) return { impossible: say('driver.code_confirms_number_form') }
  return [
    { do: 'click', on: ASK_CODE },
    { do: 'fill', on: { role: 'textbox', name: 'Code from the message' }, text: CODE },
  ]
}

function withCodeParts(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  return fields.some(({ type }) => type === 'phone') ? [...fields, ...CODE_PARTS] : fields
}

function withoutCodeParts(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  return fields.filter(({ id }) => !CODE_PARTS.some((part) => part.id === id))
}

/** The fields as the scenario has them. */
function withoutParts(context: unknown): unknown {
  const { fields, ...others } = context as { readonly fields: Record<string, Record<string, FieldDefinition[]>> }
  const each = Object.entries(fields).map(([variant, scopes]) => [
    variant,
    Object.fromEntries(Object.entries(scopes).map(([scope, list]) => [scope, withoutCodeParts(list)])),
  ])
  return { ...others, fields: Object.fromEntries(each) }
}

/** A draft that is no JSON fails without a code. */
function isUnreadable(actor: string, error: unknown): boolean {
  return actor.startsWith('root/loadDraft') && typeof error === 'string'
}

/** What a form can be given that the form of a registration is not. */
const GIVEN_NOWHERE: Readonly<Record<string, string>> = {
  scopedBy: say('driver.decides_about_fields_registration'),
  fallbackFields: say('driver.registration_no_fields_fall'),
  variants: say('driver.page_brings_types_along'),
}

function inputReason({ input = {} }: Scenario): string | undefined {
  const { wanted = ['full_reg'] } = input as { readonly wanted?: readonly string[] }
  const unknown = wanted.find((type) => FORM_TABS[type] === undefined)
  if (unknown !== undefined) return say('driver.no_registration_type', { unknown })
  return Object.entries(GIVEN_NOWHERE).find(([key]) => key in input)?.[1]
}

function reasonAgainst(scenario: Scenario): string | undefined {
  const given = inputReason(scenario)
  if (given !== undefined) return given
  const failing = scenario.steps.find(
    ({ do: deed, actor = '', value }) => deed === 'err' && /Draft/.test(actor) && !isUnreadable(actor, value),
  )
  if (failing)
    return say('driver.fails_no_page_reads', { actor: failing.actor ?? '', value: JSON.stringify(failing.value) })
  const late = [...wholeFormScenario(scenario).drafts.values()].some(
    ([first, ...later]) => !first && later.some(Boolean),
  )
  return late ? say('driver.no_draft_not_before') : undefined
}

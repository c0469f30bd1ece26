import type { MachineContract } from '#machines/shell/machine-contract.ts'
import type { PhoneCountry, PhonePrefix } from '#schemas'
import { phoneCodeMachine } from './phone-code.machine.ts'

const KZ: PhonePrefix = { id: 126, code: 'kz', phoneCode: '+7' }

const COUNTRIES: readonly PhoneCountry[] = [
  { id: 56, code: 'de', phoneCode: '+49', name: 'Germany' },
  { id: 126, code: 'kz', phoneCode: '+7', name: 'Kazakhstan' },
  { id: 192, code: 'ru', phoneCode: '+7', name: 'Russia' },
]

/** What playing and fuzzing the list of dialling codes need to know. */
export const phoneCodeContract: MachineContract<typeof phoneCodeMachine> = {
  machine: phoneCodeMachine,
  invariants: [
    {
      name: 'openings and closings alternate, an opening first',
      holds: ({ emitted }) =>
        emitted
          .filter(({ type }) => type !== 'prefix.chosen')
          .every(({ type }, index) => type === (index % 2 === 0 ? 'list.opened' : 'list.closed')),
    },
    {
      name: 'with one country at most it never opens',
      holds: ({ value, context }) => context.countries.length > 1 || value === 'closed',
    },
    {
      name: 'the typed code is at most 3 digits',
      holds: ({ context }) => /^\d{0,3}$/.test(context.typedCode),
    },
    {
      name: 'what is chosen is a country of the list, or a bare code where codes may be typed',
      holds: ({ context, emitted }) =>
        emitted.every(
          (event) =>
            event.type !== 'prefix.chosen' ||
            (event.prefix.id === undefined
              ? context.isManualCodeAllowed
              : context.countries.some(({ id }) => id === event.prefix.id)),
        ),
    },
  ],
  abstract: ({ countries, isManualCodeAllowed, current, typedCode, typedName }) => [
    countries.length > 1,
    isManualCodeAllowed,
    current?.phoneCode ?? '',
    typedCode,
    typedName !== '',
  ],
  events: [
    { type: 'trigger.pressed' },
    { type: 'trigger.pressed', current: KZ },
    { type: 'code.typed', text: '7' },
    { type: 'code.typed', text: '+49' },
    { type: 'code.typed', text: '999' },
    { type: 'name.typed', text: 'ger' },
    { type: 'country.picked', countryId: 56 },
    { type: 'country.picked', countryId: 290 },
    { type: 'bare_code.picked' },
    { type: 'outside.pressed' },
    { type: 'escape.pressed' },
  ],
  outcomes: {},
  eventSchema: 'phone/phone-code-event',
  inputs: [
    { countries: COUNTRIES, isManualCodeAllowed: true },
    { countries: COUNTRIES, isManualCodeAllowed: false },
    { countries: COUNTRIES.slice(0, 1), isManualCodeAllowed: true },
  ],
}

import { assign, emit, setup } from 'xstate'
import type { PhoneCodeEvent, PhoneCountry, PhonePrefix } from '#schemas'
import { cleanPhoneCode, prefixAfterClosing } from './phone-code.rules.ts'

export type PhoneCodeEmitted =
  | { readonly type: 'list.opened' }
  | { readonly type: 'list.closed' }
  | { readonly type: 'prefix.chosen'; readonly prefix: PhonePrefix }

export interface PhoneCodeInput {
  readonly countries: readonly PhoneCountry[]
  readonly isManualCodeAllowed: boolean
}

export interface PhoneCodeContext extends PhoneCodeInput {
  readonly current: PhonePrefix | null
  readonly typedCode: string
  readonly typedName: string
}

const phoneCodeSetup = setup({
  types: {
    context: {} as PhoneCodeContext,
    events: {} as PhoneCodeEvent,
    emitted: {} as PhoneCodeEmitted,
    input: {} as PhoneCodeInput,
    tags: {} as 'open',
  },
  guards: {
    hasChoice: ({ context }) => context.countries.length > 1,
    isListed: ({ context }, params: { readonly countryId: number }) =>
      context.countries.some(({ id }) => id === params.countryId),
    leavesCode: ({ context }) => prefixAfterClosing(context.countries, context) !== null,
  },
  actions: {
    noteCurrent: assign({ current: (_, params: { readonly current: PhonePrefix | null }) => params.current }),
    clearTyped: assign({ typedCode: '', typedName: '' }),
    noteCode: assign({ typedCode: (_, params: { readonly text: string }) => cleanPhoneCode(params.text) }),
    noteName: assign({ typedName: (_, params: { readonly text: string }) => params.text.slice(0, 100) }),
    chooseCountry: assign({
      current: ({ context }, params: { readonly countryId: number }) =>
        context.countries.find(({ id }) => id === params.countryId) ?? context.current,
    }),
    chooseTyped: assign({
      current: ({ context }) => prefixAfterClosing(context.countries, context) ?? context.current,
    }),
    announceOpened: emit({ type: 'list.opened' }),
    announceClosed: emit({ type: 'list.closed' }),
    announceChosen: emit(({ context }) => ({
      type: 'prefix.chosen' as const,
      prefix: context.current ?? { phoneCode: '' },
    })),
  },
})

const closings = [
  { guard: 'leavesCode', target: 'closed', actions: ['chooseTyped', 'announceChosen'] },
  { target: 'closed' },
] as const

/**
 * The list of dialling codes (PHC-4 to PHC-11): closed at first; opening clears what was typed and gives the search the focus;
 * a country is picked, or, where codes may be typed by hand, closing takes the typed code: of the country that has it, else
 * bare. Escape gives up what was typed. With one country there is nothing to open.
 */
export const phoneCodeMachine = phoneCodeSetup.createMachine({
  id: 'phone-code',
  context: ({ input }) => ({ ...input, current: null, typedCode: '', typedName: '' }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        'trigger.pressed': {
          guard: 'hasChoice',
          target: 'open',
          actions: { type: 'noteCurrent', params: ({ event }) => ({ current: event.current ?? null }) },
        },
      },
    },
    open: {
      tags: 'open',
      entry: ['clearTyped', 'announceOpened'],
      exit: 'announceClosed',
      on: {
        'code.typed': { actions: { type: 'noteCode', params: ({ event }) => event } },
        'name.typed': { actions: { type: 'noteName', params: ({ event }) => event } },
        'country.picked': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'closed',
          actions: [{ type: 'chooseCountry', params: ({ event }) => event }, 'announceChosen'],
        },
        'bare_code.picked': { guard: 'leavesCode', target: 'closed', actions: ['chooseTyped', 'announceChosen'] },
        'trigger.pressed': closings,
        'outside.pressed': closings,
        'escape.pressed': { target: 'closed', actions: 'clearTyped' },
      },
    },
  },
})

import { say } from '#cli/command-text.ts'
import { readFailure, UNKNOWN_FAILURE } from '#machines/shell/failure.rules.ts'
import type { MachineActs, PageAct, PageSighting, PageThing } from '#machines/shell/machine-acts.ts'
import type { ModalDismissed, ModalQueueEvent, ModalShown } from '#schemas'

const DIALOG: PageThing = { role: 'dialog', name: 'Registration' }
const ID = 'address-REGISTRATION'
/** The layer over the page comes when the page is at rest. */
const LAYER_AFTER_MS = 300

/** shell/modal-queue on every page: the registration, which the address opens over the page (UI-7). */
export const modalQueueActs: MachineActs<ModalQueueEvent> = {
  path: ({ initialModal }) => (initialModal === undefined ? '/en' : '/en?modal=REGISTRATION'),
  opensAfterMs: LAYER_AFTER_MS,
  // Who is to leave has come from another page.
  toStart: ({ steps }) =>
    steps.some(({ event }) => event?.type === 'page.left')
      ? [{ do: 'click', on: { role: 'link', within: { role: 'contentinfo' }, index: 0 } }]
      : [],
  config: { registration: { opensAs: 'popup', defaultType: 'full_reg' } },
  events: {
    'modal.shown': (event) =>
      isRegistration(event)
        ? [{ do: 'click', on: { role: 'link', name: 'Register', within: { role: 'banner' } } }]
        : { impossible: say('driver.no_person_opens_modals') },
    'modal.hidden': ({ id, value }) =>
      id === ID && value === undefined ? [{ do: 'back' }] : { impossible: say('driver.page_hides_only_address') },
    'modal.dismissed': (event) =>
      event.id === ID ? dismissalOf(event) : { impossible: say('driver.no_person_opens_none') },
    'page.left': [{ do: 'back', pages: 2 }],
  },
  actors: { loadModal: { file: /\/RegistrationModal-[\w-]+\.js$/ } },
  shows: { resting: { role: 'main' } },
  comparable: withCodeAlone,
}

function isRegistration({ id, name, isOver }: ModalShown): boolean {
  return id === ID && name === 'REGISTRATION' && isOver !== true
}

function dismissalOf({ by }: ModalDismissed): readonly PageAct[] | { readonly impossible: string } {
  if (by === 'cross') return [{ do: 'click', on: { role: 'button', name: 'Close', within: DIALOG } }]
  if (by === 'escape') return [{ do: 'press', key: 'Escape' }]
  if (by === 'outside') return [{ do: 'beside', on: DIALOG }]
  return { impossible: say('driver.dialog_no_such_button') }
}

/** What a browser says when it cannot fetch a file is its own affair. */
function withCodeAlone(seen: PageSighting): PageSighting {
  const effects = seen.effects.map((effect) => {
    if (effect.type !== 'logged') return effect
    const { error, ...params } = effect.params as { readonly error?: unknown }
    const { code } = readFailure(error)
    return { ...effect, params: { ...params, error: code === UNKNOWN_FAILURE ? {} : { code } } }
  })
  return { ...seen, effects }
}

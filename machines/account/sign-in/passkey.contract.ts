import { readFailure } from '#machines/shell/failure.rules.ts'
import { type MachineContract, placeIn } from '#machines/shell/machine-contract.ts'
import { type PasskeySupport, passkeyMachine } from './passkey.machine.ts'

const USED = {
  id: 'q83vEjRWeJCrze8SNFZ4kA',
  client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  signature: 'MEUCIQDx',
  user: 'Zk3mJ0xq2b7nV1cYt5sR8wLpD4aGhUeQ6oKiNfTzXyE',
}

/** What playing and fuzzing the use of passkeys need to know. */
export const passkeyContract: MachineContract<typeof passkeyMachine> = {
  machine: passkeyMachine,
  prepareInput: (input) => ({ purpose: 'sign_in', ...input }),
  invariants: [
    {
      name: 'what the browser has signed is known only while it is sent',
      holds: ({ value, context }) => (value === 'sending') === (context.signed !== null),
    },
    {
      name: 'no passkey is made without a confirmation',
      holds: ({ value, context }) => value !== 'asking' || context.purpose !== 'making' || context.secret.trim() !== '',
    },
    {
      name: 'the confirmation is forgotten when it has been asked with',
      holds: ({ value, context }) => !['sending', 'done'].includes(String(value)) || context.secret === '',
    },
    {
      name: 'a failure stands only where something has failed',
      holds: ({ value, context }) =>
        context.failure === null ||
        (typeof value === 'object' && ['refused', 'wrong', 'failed'].includes(String(value.ready))),
    },
    {
      name: 'the browser offers passkeys by itself only for a sign-in',
      holds: ({ value, context }) => value !== 'offering' || context.purpose === 'sign_in',
    },
    {
      name: 'it is announced once, when it is done',
      holds: ({ value, emitted }) => emitted.length === (value === 'done' ? 1 : 0),
    },
  ],
  consequences: {
    offer: { ok: ({ value }) => value === 'sending', failed: ({ value }) => value !== 'sending' },
    readSupport: {
      ok: ({ value, context, end }) => {
        const { isSupported, hasAutofill } = end as PasskeySupport
        if (!isSupported) return value === 'unsupported'
        return placeIn(value) === (hasAutofill && context.purpose === 'sign_in' ? 'offering' : 'ready.idle')
      },
      failed: ({ value }) => value === 'unsupported',
    },
    ask: {
      ok: ({ value }) => value === 'sending',
      failed: ({ value, end }) =>
        placeIn(value) === (readFailure(end).code === 'passkey.dismissed' ? 'ready.refused' : 'ready.failed'),
    },
    send: {
      ok: ({ value }) => value === 'done',
      failed: ({ value, end }) =>
        placeIn(value) === (readFailure(end).code === 'passkey.wrong' ? 'ready.wrong' : 'ready.failed'),
    },
  },
  reactions: {
    'passkey.requested': ({ value, context, before }) => {
      if (!placeIn(before.value).startsWith('ready')) return true
      const isMissing = before.context.purpose === 'making' && before.context.secret.trim() === ''
      return (value === 'asking') === !isMissing && context.isSecretMissing === isMissing
    },
  },
  abstract: ({ purpose, secret, isSecretMissing, failure }) => [
    purpose,
    secret.trim() !== '',
    isSecretMissing,
    failure?.code ?? null,
  ],
  events: [
    { type: 'passkey.requested' },
    { type: 'name.changed', name: 'My phone' },
    { type: 'secret.changed', secret: 'correct horse' },
    { type: 'secret.changed', secret: '' },
  ],
  eventSchema: 'account/passkey-event',
  secretOutputs: { offer: 'account/passkey-signed', ask: 'account/passkey-signed' },
  inputs: [{}, { purpose: 'making' }, { purpose: 'second_step', authId: 'the-sign-in' }, { purpose: 'second_step' }],
  outcomes: {
    readSupport: {
      ok: [
        { isSupported: true, hasAutofill: true },
        { isSupported: true, hasAutofill: false },
        { isSupported: false, hasAutofill: false },
      ],
      err: [{ code: 'main_error_server' }],
    },
    offer: { ok: [USED], err: [{ code: 'passkey.dismissed' }] },
    ask: { ok: [USED], err: [{ code: 'passkey.dismissed' }, { code: 'password.wrong' }] },
    send: {
      ok: [{ userId: 1002003 }, { userId: null }],
      err: [{ code: 'passkey.wrong' }, { code: 'request.offline' }],
    },
  },
}

import { expect, test } from 'vitest'
import { reasonsIn } from './scenario-reasons.test-support.ts'

/** Folder of scenarios → each reason that is known against some of them without a page → against how many; the empty one stands for
 *  nothing, and tests/browser plays those. */
const REASONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'sign-in': { '': 40, 'nobody can end workOff: a device earns another token each time': 5 },
  'two-factor': { '': 11 },
  'sms-code': { '': 36 },
  password: { '': 9 },
  'phone-change': { '': 24, 'no page sends an event that the schema of events refuses': 1 },
  'email-change': { '': 28, 'no page sends an event that the schema of events refuses': 1 },
  'session-guard': { '': 15 },
  identification: { '': 20 },
  passkey: {
    '': 15,
    'nobody can bring name.changed about: the page has such a line only where a passkey is made': 1,
    'nobody can bring secret.changed about: the page has such a line only where a passkey is made': 1,
  },
  'auto-logoff': {
    '': 34,
    'a page runs it for a player alone, and there is none at the start': 16,
    'the page reads its clock and the storage of the tabs at once, so that nothing comes between': 15,
    'nobody can bring about what root/readActivity tells: a storage that is closed is an empty one to it': 5,
    'the page reports activity at most once a second': 5,
    'a page of a brand that has it off runs no machine for it': 3,
    'nobody can bring player.signed-in about: each player of a page has a machine of their own, which begins when they have signed in': 2,
  },
  'service-token': {
    '': 70,
    'the story leaves the storage unread, and the page reads it at once': 32,
    'nobody can bring user.signed-in about: who signs in is on another page, whose token client starts from scratch': 23,
    'nobody can bring about what root/holdLock tells: a lock that was not had cannot be lost': 7,
    'nobody can bring request.refused about: a request is refused only with a token that the page has had, and this page has had none': 4,
    'nobody can bring request.abandoned about: nobody gives up what nobody waits for': 4,
    'nobody can bring about what root/holdLock tells: the page tells a lock that it has had as lost': 2,
    'nobody can bring user.signed-out about: a page whose player has gone hears of no more sign-outs': 2,
    'nobody can bring token.wanted about: each asking of the page has a number of its own': 1,
    'nobody can bring about what root/holdLock tells: the page shows the lock when it has it': 1,
    'nobody can bring user.signed-out about: each sign-out of a browser begins a later epoch': 1,
  },
  coupon: {
    '': 31,
    'nobody can bring bet.confirmed about: the button of the page takes the new prices together with the bet': 3,
    'nobody can bring feed.changed about: the page follows what is in its coupon, or on its way by one press': 2,
    'nobody can bring coupon.edited about: the page asks how much can be advanced as soon as the stake is to be, and lets nothing else happen first': 1,
    'nobody can bring advance.requested about: the page asks for it only where the stake is to be advanced, and here it is not': 1,
    'nobody can bring save.requested about: the page has no button that saves an empty coupon': 1,
    'request.timeout: a call that took too long is no answer with the status 408': 1,
    'nobody can bring coupon.edited about: the page has no such choice where it is not offered': 1,
    'nobody can bring feed.changed about: the page hears no prices as long as it follows none': 1,
    'the page asks for another token of service first, and sends the bet again': 1,
    'nobody can bring outcome.pressed about: the board shows main games alone': 1,
    'nobody can bring save.requested about: the page has nothing for codes where they are not offered': 1,
  },
  'coupon/generated': {
    '': 121,
    'nobody can bring coupon.edited about: a storage that is closed has kept no stake, and the page tells the choice before another one': 1,
    'nobody can bring advance.requested about: the page asks for it only where the stake is to be advanced, and here it is not': 42,
    'nobody can bring save.requested about: the page has no button that saves an empty coupon': 15,
    'nobody can bring feed.changed about: the page follows what is in its coupon, or on its way by one press': 6,
    'nobody can bring bet.confirmed about: the page has no button that places an empty coupon': 5,
    'nobody can bring coupon.edited about: its stake has gone with the player, and the page tells the choice before another stake': 3,
    'nobody can bring outcome.pressed about: the board lets nobody press a price that is suspended': 1,
  },
  'bet-quote': { '': 11 },
  'bet-quote/generated': { '': 119 },
}

test.each(Object.entries(REASONS))(
  'QA-13: each scenario of %s is one for a page, or the acts of its machine say why it is none',
  async (folder, known) => {
    const found = [...(await reasonsIn(folder))].map(([reason, names]) => [reason, names.length])
    expect(Object.fromEntries(found)).toEqual(known)
  },
)

test('QA-13: scenarios of a brand that signs nobody out are none for a page, which runs no machine then', async () => {
  const reasons = await reasonsIn('auto-logoff')
  expect(reasons.get('a page of a brand that has it off runs no machine for it')?.toSorted()).toEqual([
    'guest-does-nothing',
    'off-by-default',
    'off-when-disabled',
  ])
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findingsOf } from '#tests/fixtures/brands/brand-findings.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

type Case = readonly [name: string, files: Record<string, unknown>, finding: RegExp]
const section = (name: string, text: string) => ({ [`config/${name}.json`]: text })

const CASES: readonly Case[] = [
  [
    'a button for a break that nobody can take',
    section('responsible', '{"timeOutHours": [168],\n"breakButtonHours": 24}'),
    /^problem config\/responsible\.json:2:1 \/breakButtonHours .*is 24, and no break of 24 hours is among timeOutHours: .*Make it 0, or one of 168, or add 24/,
  ],
  [
    'a stake that is offered and refused as too high',
    section('coupon', '{\n"maximumStakeMinor": 4000}'),
    /^warning config\/coupon\.json:2:1 \/maximumStakeMinor .*offers 5000 as one press, and the largest stake is 4000/,
  ],
  [
    'a stake that is offered and refused as too low',
    section('coupon', '{"quickStakesMinor": [10,\n50]}'),
    /^warning config\/coupon\.json:1:23 \/quickStakesMinor\/0 .*offers 10 as one press, and the least bet is 20/,
  ],
  [
    'a least bet above the most',
    section('global', '{"currencies": {"EUR": {\n"minimumBetMinor": 200000}}}'),
    /^problem config\/global\.json:2:1 \/currencies\/EUR\/minimumBetMinor .*no bet could be placed/,
  ],
  [
    'a payout below the stake',
    section('coupon', '{\n"maximumPayoutMinor": 99999}'),
    /^problem config\/coupon\.json:2:1 \/maximumPayoutMinor .*pay less than its stake/,
  ],
  [
    'VIP bets that are no larger',
    {
      ...section('boolean', '{"isVipBetAllowed": true}'),
      ...section('betting', '{"vipBets": {\n"maximumStakeMinor": 5}}'),
    },
    /^warning config\/betting\.json:2:1 \/vipBets\/maximumStakeMinor .*no larger than any other/,
  ],
  [
    'an idle time beyond the session',
    section('auth', '{\n"sessionIdleMs": 604800001}'),
    /^warning config\/auth\.json:2:1 \/sessionIdleMs .*before it could be idle/,
  ],
  [
    'a session beyond the one that stays signed in',
    section('auth', '{\n"rememberedSessionMs": 604799999}'),
    /^problem config\/auth\.json:2:1 \/rememberedSessionMs .*earlier than the others/,
  ],
  [
    'a code that ends before another may be asked for',
    section('auth', '{\n"codeLifetimeMs": 60000, "codeResendMs": 60001}'),
    /^warning config\/auth\.json:2:26 \/codeResendMs .*nothing but wait/,
  ],
  [
    'a short limit over a longer time than the long one',
    section('auth', '{"rateLimits": {"sign_in": {"account": {"short": {\n"windowMs": 604800000}}}}}'),
    /^problem config\/auth\.json:2:1 \/rateLimits\/sign_in\/account\/short\/windowMs .*longer time than the long one/,
  ],
  [
    'a short limit of more attempts than the long one',
    section('auth', '{"rateLimits": {"sign_in": {"account": {"long": {\n"attempts": 1}}}}}'),
    /^warning config\/auth\.json:2:1 \/rateLimits\/sign_in\/account\/long\/attempts .*before the short one can/,
  ],
  [
    'banners that flicker',
    section('banner-widgets', '{"widgets": {"home": {\n"intervalMs": 20}}}'),
    /^problem config\/banner-widgets\.json:2:1 \/widgets\/home\/intervalMs .*at least 1000 ms/,
  ],
  [
    'a banner that ends before it begins',
    section(
      'banner-widgets',
      '{"widgets": {"home": {"banners": {"live": {"startsAt": "2026-12-02T00:00:00Z",\n"endsAt": "2026-12-01T23:00:00-01:00"}}}}}',
    ),
    /^problem config\/banner-widgets\.json:2:1 \/widgets\/home\/banners\/live\/endsAt .*nobody ever sees it/,
  ],
  [
    'an entry of a menu that ends before it begins',
    section('header', '{"menu": {"live": {"startsAt": "2026-12-02T00:00:00Z",\n"endsAt": "2026-12-01T00:00:00Z"}}}'),
    /^problem config\/header\.json:2:1 \/menu\/live\/endsAt .*nobody ever sees it/,
  ],
  [
    'a block of the home page of a day that the calendar does not have',
    section('customize', '{"homeBlocks": {"tiles": {\n"startsAt": "2026-02-30T00:00:00Z"}}}'),
    /^problem config\/customize\.json:2:1 \/homeBlocks\/tiles\/startsAt /,
  ],
  [
    'a banner of a second that clocks do not have',
    section('banner-widgets', '{"widgets": {"home": {"banners": {"live": {\n"endsAt": "2026-12-01T23:59:60Z"}}}}}'),
    /^problem config\/banner-widgets\.json:2:1 \/widgets\/home\/banners\/live\/endsAt .*clocks do not have/,
  ],
  [
    'a banner of a day that the calendar does not have',
    section('banner-widgets', '{"widgets": {"home": {"banners": {"live": {\n"endsAt": "2026-02-30T00:00:00Z"}}}}}'),
    /^problem config\/banner-widgets\.json:2:1 \/widgets\/home\/banners\/live\/endsAt /,
  ],
  [
    'a mask for more digits than a number has',
    section('registration', '{"phoneNumbers": {"kz": {"maxDigits": 10,\n"mask": "000-000-00-000"}}}'),
    /^problem config\/registration\.json:2:1 \/phoneNumbers\/kz\/mask .*11 digits, more than maxDigits, 10/,
  ],
  [
    'an age below that of adults',
    section('global', '{\n"minimumAge": 0}'),
    /^problem config\/global\.json:2:1 \/minimumAge .*asks for: at least 18/,
  ],
  [
    'an age below that of adults in a country',
    section('registration', '{"minAgesInCountries": {\n"kz": 16}}'),
    /^warning config\/registration\.json:2:1 \/minAgesInCountries\/kz .*people of 16/,
  ],
  [
    'a question about cookies without an answer',
    section('other', '{"cookieConsent": {\n"levels": []}}'),
    /^problem config\/other\.json:2:1 \/cookieConsent\/levels .*offers no level/,
  ],
  [
    'a text that must be longer than it may be',
    {
      'registration/full_reg.json':
        '{"fields": {"nickname": {"order": 5, "validation": {"maxLength": {"value": 3}, "minLength": {\n"value": 9}}}}}',
    },
    /^problem registration\/full_reg\.json:2:1 \/fields\/nickname\/validation\/minLength\/value .*which no answer is/,
  ],
  [
    'a day that must be later than it may be',
    {
      'registration/full_reg.json':
        '{"fields": {"passport_date": {"order": 5, "validation": {"maxValue": {"value": "2020-01-01"}, "minValue": {\n"value": "2021-01-01"}}}}}',
    },
    /^problem registration\/full_reg\.json:2:1 \/fields\/passport_date\/validation\/minValue\/value/,
  ],
  ...(
    [
      ['letters of 400 px', '{"text": {"16": {\n"$value": {"value": 25, "unit": "rem"}}}}', '/text/16', '400 px'],
      [
        'corners of less than nothing',
        '{"radius": {"small": {\n"$value": {"value": -4, "unit": "px"}}}}',
        '/radius/small',
        '-4 px',
      ],
      ['lines upon each other', '{"leading": {"tight": {\n"$value": 0.4}}}', '/leading/tight', '0.4'],
      [
        'a fade of a minute',
        '{"motion": {"entrance": {\n"$value": {"value": 60, "unit": "s"}}}}',
        '/motion/entrance',
        '60000 ms',
      ],
    ] as const
  ).map(
    ([name, text, pointer, found]): Case => [
      name,
      { 'theme.tokens.json': text },
      new RegExp(
        `^problem theme\\.tokens\\.json:2:1 ${pointer}/\\$value .* is ${found}, with which no page can be drawn`,
      ),
    ],
  ),
  [
    'a colour in percent',
    {
      'theme.tokens.json':
        '{"palette": {"own": {"600": {"$type": "color",\n"$value": {"colorSpace": "oklch", "components": [55, 0.1, 20]}}}}}',
    },
    /^problem theme\.tokens\.json:2:1 \/palette\/own\/600\/\$value .*lightness of palette\.own\.600 is 55.*for example 0\.55/,
  ],
  [
    'a shadow of a blur below nothing',
    {
      'theme.tokens.json':
        '{"elevation": {"1": {\n"$value": [{"color": "#000000", "offsetX": {"value": 0, "unit": "px"}, "offsetY": {"value": 0, "unit": "px"}, "blur": {"value": -1, "unit": "px"}, "spread": {"value": 0, "unit": "px"}}]}}}',
    },
    /^problem theme\.tokens\.json:2:\d+ \/elevation\/1\/\$value\/0\/blur /,
  ],
]

describe('numbers and times that contradict each other', () => {
  test.each(CASES)('OPS-24: %s', async (_name, files, finding) => {
    expect(await findingsOf(folders, files)).toEqual([expect.stringMatching(finding)])
  })

  test('OPS-24: times and sizes in their order are no fault', async () => {
    const files = {
      ...section('auth', '{"sessionIdleMs": 604800000, "codeLifetimeMs": 60000, "codeResendMs": 60000}'),
      ...section('global', '{"minimumAge": 18, "currencies": {"EUR": {"minimumBetMinor": 500}}}'),
      ...section(
        'banner-widgets',
        '{"widgets": {"home": {"intervalMs": 0, "banners": {"live": {"startsAt": "2026-12-02T00:00:00Z", "endsAt": "2026-12-02T00:00:01Z"}}}}}',
      ),
    }
    expect(await findingsOf(folders, files)).toEqual([])
  })
})

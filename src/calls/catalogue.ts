import * as account from './account.calls.ts'
import * as analytics from './analytics/analytics.calls.ts'
import { getExperiments } from './analytics/experiments.calls.ts'
import { checkRecording, sendRecording } from './analytics/recording.calls.ts'
import * as betting from './betting.calls.ts'
import * as blockAppeal from './block-appeal.calls.ts'
import type { Call } from './call.ts'
import * as casinoLobby from './casino/lobby.calls.ts'
import * as casinoPlay from './casino/play.calls.ts'
import * as casinoTables from './casino/tables.calls.ts'
import * as contacts from './contacts.calls.ts'
import * as terms from './content/terms.calls.ts'
import * as content from './content.calls.ts'
import * as favorites from './favorites.calls.ts'
import * as statistics from './feed/statistics.calls.ts'
import * as feed from './feed.calls.ts'
import * as feedPush from './feed-push.calls.ts'
import * as forms from './forms.calls.ts'
import * as guard from './guard.calls.ts'
import * as identification from './identification.calls.ts'
import * as limits from './limits.calls.ts'
import * as bingo from './lotteries/bingo.calls.ts'
import * as draws from './lotteries/draws.calls.ts'
import * as scratch from './lotteries/scratch.calls.ts'
import * as toto from './lotteries/toto.calls.ts'
import * as money from './money.calls.ts'
import * as oddsStream from './odds-stream.calls.ts'
import * as office from './office.calls.ts'
import * as ownData from './own-data.calls.ts'
import * as passkeys from './passkeys.calls.ts'
import * as payments from './payments.calls.ts'
import * as promo from './promo/bonus.calls.ts'
import * as loyalty from './promo/loyalty.calls.ts'
import * as referral from './promo/referral.calls.ts'
import * as providerWebhooks from './provider-webhooks.calls.ts'
import * as push from './push/push.calls.ts'
import * as registration from './registration.calls.ts'
import * as secretQuestion from './secret-question.calls.ts'
import * as security from './security.calls.ts'
import * as settings from './settings.calls.ts'
import * as shell from './shell.calls.ts'
import * as site from './site.calls.ts'
import * as social from './social.calls.ts'
import * as token from './token.calls.ts'
import * as twoFactor from './two-factor.calls.ts'

const { LINE_FEED, LIVE_FEED, ...furtherFeed } = feed
const feedCalls = [LINE_FEED, LIVE_FEED, furtherFeed]

/** Every call of the API, for the server and for documents; a page imports the calls that it sends one by one. */
export const CALLS: readonly Call[] = [
  account,
  analytics,
  { checkRecording, sendRecording, getExperiments },
  bingo,
  draws,
  scratch,
  contacts,
  betting,
  blockAppeal,
  casinoLobby,
  casinoPlay,
  casinoTables,
  content,
  guard,
  ...feedCalls,
  favorites,
  forms,
  identification,
  limits,
  money,
  oddsStream,
  office,
  push,
  ownData,
  passkeys,
  payments,
  promo,
  loyalty,
  referral,
  registration,
  secretQuestion,
  security,
  settings,
  terms,
  shell,
  site,
  social,
  statistics,
  token,
  toto,
  twoFactor,
].flatMap((calls): readonly Call[] => Object.values(calls))

/** Every documented call: those of pages, and those of providers, which belong to no brand. */
export const DOCUMENTED_CALLS: readonly Call[] = [
  ...CALLS,
  ...Object.values(feedPush),
  ...Object.values(providerWebhooks),
]

import type { Call, CallPort } from '#calls/call.ts'
import type {
  BrandDiff,
  BrandRevision,
  ScheduledPublication,
  StudioAccount,
  StudioAct,
  StudioAssetBody,
  StudioBrandCard,
  StudioDraftPerson,
  StudioEditsBody,
  StudioPasskey,
} from '#schemas'
import { StudioCallFailure } from '../app/studio-call.ts'
import type { FakeBrand } from './fake-brand.test-support.ts'

/** What a studio that is made up for stories and tests knows. */
export interface FakeData {
  readonly brand: FakeBrand
  readonly brands: readonly StudioBrandCard[]
  readonly accounts: readonly StudioAccount[]
  readonly acts: readonly StudioAct[]
  readonly revisions: readonly BrandRevision[]
  readonly scheduled: readonly ScheduledPublication[]
  readonly people: readonly StudioDraftPerson[]
  readonly passkeys?: readonly StudioPasskey[]
  readonly diff: BrandDiff
  readonly languages: readonly string[]
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly preview: string
  /** What calls answer instead: id → answer. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Calls that fail: id → code. */
  readonly failing?: Readonly<Record<string, StudioCallFailure['code']>>
}

interface Input {
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Answers the studio's calls out of memory. */
export function createFakeCalls(data: FakeData): CallPort {
  const { brand } = data
  let { accounts } = data
  const cardOf = (id: string) => data.brands.find((card) => card.id === id) ?? data.brands[0]
  const draft = async (since: number) => ({
    sequence: brand.sequence(),
    edits: brand.editsSince(since),
    people: data.people,
    problems: await brand.problems(),
    isBehind: false,
  })
  const answers: Readonly<Record<string, (input: Input) => unknown>> = {
    getStudioSession: () => ({ isClaimed: true, account: accounts[0] }),
    listStudioBrands: ({ query }) => {
      const text = String(query?.text ?? '').toLowerCase()
      const brands = data.brands.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(text))
      return { brands, total: brands.length, isMore: false }
    },
    listStudioBrandNames: () => ({ names: data.brands.map(({ id, name }) => ({ id, name })) }),
    getStudioCatalogue: ({ segments }) => ({
      brand: cardOf(segments?.brand ?? ''),
      documents: brand.cards(),
      languages: data.languages,
      choices: data.choices,
      preview: data.preview,
      sequence: brand.sequence(),
      mayEdit: true,
      mayPublish: true,
    }),
    getStudioDocument: ({ query }) => brand.document(String(query?.path)),
    editStudioDraft: async ({ body }) => {
      const { edits, editor } = body as StudioEditsBody
      brand.edit(edits, { account: 'Anna Lind', editor })
      // As the server does: an answer to an edit tells nothing of others.
      return { ...(await draft(brand.sequence())), people: [] }
    },
    getStudioDraft: ({ query }) => draft(Number(query?.since)),
    writeStudioAsset: ({ body }) => {
      const { path, content } = body as StudioAssetBody
      return { path, sizeBytes: content?.length ?? 0, widthPx: 320, heightPx: 120, sequence: brand.sequence() }
    },
    searchStudio: ({ query }) => ({ hits: brand.search(String(query?.text)) }),
    listRevisions: () => ({ revisions: data.revisions, scheduled: data.scheduled, isFolderEdited: false }),
    diffBrand: () => data.diff,
    publishDraft: () => ({ revision: data.revisions[0] }),
    rollBackBrand: () => ({ revision: data.revisions[0] }),
    listStudioAccounts: () => ({ accounts }),
    changeStudioGrants: ({ body }) => {
      const { accountId, grants } = body as { accountId: number; grants: StudioAccount['grants'] }
      accounts = accounts.map((account) => (account.id === accountId ? { ...account, grants } : account))
      return { accounts }
    },
    inviteToStudio: () => ({
      link: `https://studio.example/join#${'k'.repeat(43)}`,
      expiresAt: '2026-11-27T10:00:00.000Z',
      isSent: false,
    }),
    listStudioPasskeys: () => ({ passkeys: data.passkeys ?? [] }),
    listStudioActs: () => ({ acts: data.acts, isWhole: true }),
    startStudioTotp: () => ({ uri: 'otpauth://totp/Studio:anna?secret=JBSWY3DPEHPK3PXP', secret: 'JBSWY3DPEHPK3PXP' }),
    createStudioBrand: ({ body }) => ({ id: (body as { id: string }).id, address: 'http://new.localhost:3000' }),
  }
  const send = async (call: Call, input: Input): Promise<unknown> => {
    const failure = data.failing?.[call.id]
    if (failure) throw new StudioCallFailure(failure)
    const given = data.answers?.[call.id]
    if (given !== undefined) return given
    const answer = answers[call.id]
    return answer ? answer(input) : { isDone: true }
  }
  return send as CallPort
}

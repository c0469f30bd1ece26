import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auditClauses, auditLicence, keeps } from './licence-audit.rules.ts'
import { LICENCE_PACKS } from './licence-packs.ts'
import { AUDITED_SECTIONS, type AuditedSections, type Clause, type LicenceId } from './licence-rule.ts'

const defaultsOf = (section: string) =>
  JSON.parse(readFileSync(`brands/_base/config/${section}.json`, 'utf8')) as unknown
const DEFAULTS = Object.fromEntries(
  AUDITED_SECTIONS.map((section) => [section, defaultsOf(section)]),
) as unknown as AuditedSections
const keysOf = (section: string): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(`schemas/site/config/${section}.schema.json`, 'utf8')).properties)
const IDS = Object.keys(LICENCE_PACKS) as LicenceId[]

test.each(IDS)(
  'RG-14: each clause of the pack %s is proved by a test that there is, or says what the engine lacks',
  (id) => {
    for (const { clause, rule, proof, lacks } of LICENCE_PACKS[id].clauses) {
      const where = `${clause}: ${rule}`
      expect(proof === undefined, where).toBe(lacks !== undefined)
      if (!proof) continue
      expect(existsSync(proof.file), `${where} ${proof.file}`).toBe(true)
      expect(readFileSync(proof.file, 'utf8').includes(proof.title), `${where} ${proof.title}`).toBe(true)
    }
  },
)

test.each(IDS)('RG-14: each setting of the pack %s is a key of the configuration', (id) => {
  for (const { setting } of auditLicence(id, DEFAULTS))
    if (setting) expect(keysOf(setting.section), setting.section).toContain(setting.key)
})

test('RG-14: a value that is looser than its clause asks is found, and a stricter one is kept', () => {
  const withDelay = (limitRaiseDelayMs: number) => ({
    ...DEFAULTS,
    responsible: { ...DEFAULTS.responsible, limitRaiseDelayMs },
  })
  const looser = (id: LicenceId, sections: AuditedSections) =>
    auditLicence(id, sections).flatMap(({ isStrict, setting }) => (isStrict ? [] : (setting?.key ?? [])))
  expect(looser('neutral', DEFAULTS)).toEqual([])
  expect(looser('se', DEFAULTS)).toEqual([
    'requiredLimits',
    'limitRaiseDelayMs',
    'isLimitRaiseAfterPeriod',
    'contactAboveMinor',
    'registers',
  ])
  const unset = [
    'vulnerabilityNetDepositMinor',
    'vulnerabilityUrl',
    'slotRoundMs',
    'gameRoundMs',
    'fundsProtection',
    'isIdentityNeeded',
    'isRiskWatched',
    'isLastSignInShown',
  ]
  const always = ['isWithdrawalCancelAllowed', 'isReturnAsked', 'isSessionClockShown', 'registers', ...unset]
  expect(looser('gb', withDelay(86_399_999)).toSorted()).toEqual([...always, 'limitRaiseDelayMs'].toSorted())
  expect(looser('gb', withDelay(172_800_000)).toSorted()).toEqual(always.toSorted())
})

test('RG-14: what the engine lacks keeps no clause, whatever the settings', () => {
  const lacking = auditLicence('de', DEFAULTS).filter(({ clause }) => clause.lacks !== undefined)
  expect(lacking.length).toBeGreaterThan(0)
  expect(lacking.some(({ isKept }) => isKept)).toBe(false)
})

test('RG-14: a clause without a proof is not kept, nor one whose setting nobody knows', () => {
  const proof = { file: 'tests/money/limit-guard.test.ts', title: 'RG-9' }
  const clause: Clause = { clause: 'Art. 1', rule: 'Nobody plays at night.', source: 'text' }
  const about = (key: string) => [{ section: 'responsible', key, demand: { kind: 'at_most', value: 10 } }] as const
  const kept = (clauses: readonly Clause[]) => auditClauses(clauses, DEFAULTS).map(({ isKept }) => isKept)
  expect(kept([{ ...clause, proof }])).toEqual([true])
  expect(kept([clause, { ...clause, proof, lacks: 'nights' }])).toEqual([false, false])
  expect(kept([{ ...clause, proof, settings: about('noSuchKey') }])).toEqual([false])
})

test.each([
  [undefined, { kind: 'at_most', value: 10 }, false],
  [null, { kind: 'at_least', value: 0 }, false],
  ['5', { kind: 'at_most', value: 10 }, false],
  [null, { kind: 'names', id: 'gamstop' }, false],
  [10, { kind: 'at_least', value: 10 }, true],
  [9, { kind: 'at_least', value: 10 }, false],
  [11, { kind: 'at_most', value: 10 }, false],
  [true, { kind: 'is', value: true }, true],
  [false, { kind: 'is', value: true }, false],
  [null, { kind: 'is_set' }, false],
  ['https://a.example', { kind: 'is_set' }, true],
  [['day'], { kind: 'has', values: ['day', 'week'] }, false],
  [['week', 'day'], { kind: 'has', values: ['day', 'week'] }, true],
  [[6, 12], { kind: 'each_at_least', value: 6 }, true],
  [[6, 5], { kind: 'each_at_least', value: 6 }, false],
  [[24, 1009], { kind: 'each_at_most', value: 1008 }, false],
  [{}, { kind: 'names', id: 'gamstop' }, false],
  [{ gamstop: {} }, { kind: 'names', id: 'gamstop' }, true],
  [{ a: { countries: ['gb'] } }, { kind: 'helps_in', country: 'se' }, false],
  [{ a: { countries: [] } }, { kind: 'helps_in', country: 'se' }, true],
] as const)('%j is held against %j', (value, demand, isKept) => {
  expect(keeps(value, demand)).toBe(isKept)
})

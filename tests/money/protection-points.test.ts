import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LICENCE_PACKS } from '#machines/site/licence/licence-packs.ts'
import { PROOF } from '#machines/site/licence/licence-proofs.ts'
import { PROTECTION_POINTS, type ProtectionPoint } from '#machines/site/licence/protection-points.ts'

const PAGE = 'docs/guides/protection-points.md'
const START = '| | what is asked for | pack | clause of its audit | setting | test |'

/** The clauses of a pack's audit that keep a point. */
function clausesOf({ pack, proofs }: ProtectionPoint) {
  return LICENCE_PACKS[pack].clauses.filter(({ proof }) => proofs.some((name) => PROOF[name] === proof))
}

/** A row of the page for each point. */
function rowOf(point: ProtectionPoint, place: number): string {
  const clauses = clausesOf(point)
  const settings = clauses.flatMap(({ settings = [] }) => settings.map(({ section, key }) => `\`${section}.${key}\``))
  const cells = [
    ...[String(place + 1), point.asks, `\`${point.pack}\``],
    [...new Set(clauses.map(({ clause }) => clause))].join('; '),
    [...new Set(settings)].join(', ') || 'the engine itself',
    [...new Set(clauses.map(({ proof }) => `\`${proof?.file}\``))].join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

test('RG-14: each of the 38 points is a row of an audit, which a test proves and in which nothing is lacking', () => {
  expect(PROTECTION_POINTS).toHaveLength(38)
  for (const point of PROTECTION_POINTS) {
    const clauses = clausesOf(point)
    for (const name of point.proofs)
      expect(
        clauses.some(({ proof, lacks }) => proof === PROOF[name] && lacks === undefined),
        `${point.asks} ${point.pack} ${name}`,
      ).toBe(true)
  }
})

test('the page of the points says what the packs have', () => {
  const rows = PROTECTION_POINTS.map(rowOf)
  const lines = readFileSync(PAGE, 'utf8').split('\n')
  const written = lines.slice(lines.indexOf(START) + 2).filter((line) => line.startsWith('|'))
  expect(written, `${PAGE} should have\n${rows.join('\n')}`).toEqual(rows)
})

test('RG-14: a deposit is begun by a call of its player and by nothing else', () => {
  const sources = globSync('src/{server,cli}/**/*.ts')
    .filter((file) => !/\.test(-support)?\.ts$/.test(file) && !file.includes('/conformance/'))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
  const callers = (call: RegExp) => sources.filter(({ text }) => call.test(text)).map(({ file }) => file)
  // The row of a deposit is made in one place, which the cashier alone reaches, and one handler asks the cashier.
  expect(callers(/(?<!function )\bkeepDeposit\(/)).toEqual(['src/server/payments/starting.ts'])
  expect(callers(/(?<!function )\bkeepPayment\(/)).toEqual(['src/server/payments/payments.service.ts'])
  expect(callers(/\binsertPayment\(/).toSorted()).toEqual([
    'src/server/payments/payment-keeping.ts',
    'src/server/payments/starting.ts',
    'src/server/payments/withdrawal-starting.ts',
  ])
  expect(callers(/\bpayments\.start\(/)).toEqual(['src/server/wiring/payments/payments.handlers.ts'])
  expect(callers(/\bservice\.start\(payer/)).toEqual(['src/server/wiring/payments/payments.wiring.ts'])
})

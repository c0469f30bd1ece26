import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SafeEntry, SafeLine } from '#schemas'
import { isDatabaseErrorOutput, isLedgerOpenOutput } from '#schemas/generated/validators/cli.js'
import { firstHash, hashOf, purposeOf } from '#server/protection/safe/safe-chain.ts'
import { sealFor } from '#server/protection/safe/safe-seal.ts'
import { commands } from '../commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'livery-records-'))
const { publicKey, privateKey } = generateKeyPairSync('x25519')
const recipient = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const AT = new Date('2026-03-01T12:00:00Z')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const entry = (sequence: number, amountMinor: number, balanceMinor: number): SafeEntry => ({
  ...{ player: 'p'.repeat(22), account: 'a'.repeat(22), accountKind: 'cash', kind: 'stake', reference: `r${sequence}` },
  ...{ transfer: 100 + sequence, at: AT.toISOString(), currency: 'EUR', amountMinor, balanceMinor, sequence },
})

/** Records of entries, as the server makes them. */
function records(entries: readonly SafeEntry[]): SafeLine[] {
  let hash = firstHash('aurora')
  return entries.map((content, place) => {
    const number = place + 1
    const bytes = new TextEncoder().encode(JSON.stringify(content))
    const sealed = sealFor(recipient, purposeOf('aurora', number), bytes)
    hash = hashOf(hash, { number, at: AT, sealed })
    const texts = { hash: Buffer.from(hash).toString('hex'), sealed: Buffer.from(sealed).toString('base64') }
    return { number, at: AT.toISOString(), ...texts }
  })
}

function file(name: string, content: string | readonly SafeLine[]): string {
  const text = typeof content === 'string' ? content : content.map((line) => `${JSON.stringify(line)}\n`).join('')
  writeFileSync(join(folder, name), text)
  return name
}
const key = file('authority.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())

async function open(...line: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    stdout: (text: string) => out.push(text),
    stderr: (text: string) => err.push(text),
    cwd: folder,
    env: {},
  }
  const code = await commands(['ledger', 'open', ...line], { ...io, stdin: async () => '' })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

test('records are checked and opened with the file and the key alone', async () => {
  const name = file('sound.jsonl', records([entry(1, 5000, 5000), entry(2, -500, 4500)]))
  const { code, stdout } = await open(name, '--brand', 'aurora', '--key', key, '--json')
  const output = JSON.parse(stdout)
  expect(isLedgerOpenOutput(output)).toBe(true)
  expect([code, output]).toMatchObject([
    0,
    { isSound: true, records: 2, entries: [{ reference: 'r1' }, { reference: 'r2' }] },
  ])
  // Without the key the chain alone is checked.
  expect(await open(name, '--brand', 'aurora')).toMatchObject({
    code: 0,
    stdout: '2 records, each follows from the one before it.\n',
  })
})

test('a hole in an account and a balance that does not follow are named, and exit 1', async () => {
  const name = file('odd.jsonl', records([entry(1, 5000, 5000), entry(3, -500, 4500), entry(4, -500, 4100)]))
  expect(await open(name, '--brand', 'aurora', '--key', key)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      'record 2: an entry of this account has no record\nrecord 3: the balance is not the one before it and the amount\n3 records, 2 faults.',
    ),
  })
})

test.each([
  [[], 'FILE'],
  [['absent.jsonl', '--brand', 'aurora'], 'absent.jsonl'],
  [['wrong.jsonl', '--brand', 'aurora'], 'wrong.jsonl'],
  [['sound.jsonl'], '--brand'],
  [['sound.jsonl', '--brand', 'aurora', '--key', 'wrong.jsonl'], '--key'],
])('%j says what is wrong and exits 2', async (line, path) => {
  file('wrong.jsonl', '{"number":0}\n')
  const { code, stdout, stderr } = await open(...line, '--json')
  const output = JSON.parse(stdout)
  expect(isDatabaseErrorOutput(output)).toBe(true)
  expect([code, output.error.path]).toEqual([2, path])
  expect(stderr).toContain('livery ledger: ')
})

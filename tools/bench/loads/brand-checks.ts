import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateBrands } from './generated-brands.ts'

const COMMAND = 'src/cli/bin.ts'
const ROOT = join(import.meta.dirname, '../../..')
const ROUNDS = 3

/** What `livery brand check` of a folder of brands takes. */
export interface CheckedBrands {
  /** Of the quickest run, in ms: noise only ever adds. */
  readonly fewMs: number
  readonly manyMs: number
}

/** Checks folders of generated brands by the command, in turn. @throws Error when the check finds anything */
export async function checkGeneratedBrands(few: number, many: number): Promise<CheckedBrands> {
  const root = mkdtempSync(join(tmpdir(), 'livery-check-'))
  try {
    for (const count of [few, many]) await generateBrands(join(root, String(count)), { count })
    const times = new Map<number, number[]>([few, many].map((count) => [count, []]))
    // The first runs compile what later ones have.
    await checkFolder(join(root, String(few)))
    for (let round = 0; round < ROUNDS; round++)
      for (const [count, ms] of times) ms.push(await checkFolder(join(root, String(count))))
    const quickest = (count: number) => Math.min(...(times.get(count) ?? []))
    return { fewMs: quickest(few), manyMs: quickest(many) }
  } finally {
    rmSync(root, { recursive: true })
  }
}

async function checkFolder(brands: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [COMMAND, 'brand', 'check', '--brands', brands], { cwd: ROOT })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the check of ${brands} has found something:\n${said.slice(-2000)}`)
  return performance.now() - startedAt
}

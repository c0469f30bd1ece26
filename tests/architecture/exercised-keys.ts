import { globSync, readFileSync } from 'node:fs'
import type { ConfigurationKey } from '#cli/brand/reads/unread-keys.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const WORD = /[A-Za-z_$][\w$-]*/g
/** Tests, stories, scenarios, and what they are played on. */
const TESTS = [
  '{schemas,machines,renderers,src,stage,tools}/**/*.test.{ts,tsx}',
  'stories/**/*.{ts,tsx}',
  'tests/{browser,brands,contract,fixtures,fuzz,money,scenarios}/**/*.{ts,tsx,json}',
]

/** The names that each file of tests has. */
function namesInTests(): readonly ReadonlySet<string>[] {
  return TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).map(
    (file) => new Set(readFileSync(ROOT + file, 'utf8').match(WORD)),
  )
}

/** The keys that no test names: by their name alone where no other key has it, else together with what is around them, a key or
 *  the section. That a test names a key does not say that it would fail without it; that none does says that none can. */
export function keysWithoutTest(keys: readonly ConfigurationKey[]): readonly string[] {
  const tests = namesInTests()
  const stepsOf = ({ pointer }: ConfigurationKey) => pointer.split('/').filter((step) => step !== '' && step !== '*')
  const counts = Map.groupBy(keys, (key) => stepsOf(key).at(-1))
  const isNamed = (key: ConfigurationKey) => {
    const [around = sectionOf(key), name = ''] = [stepsOf(key).at(-2), stepsOf(key).at(-1)]
    const isAlone = counts.get(name)?.length === 1 || around.startsWith('<')
    return tests.some((names) => names.has(name) && (isAlone || names.has(around)))
  }
  return keys.filter((key) => !isNamed(key)).map(({ file, pointer }) => file + pointer)
}

function sectionOf({ file }: ConfigurationKey): string {
  return file.replace(/^.*\//, '').replace('.json', '')
}

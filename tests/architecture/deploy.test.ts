import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import environment from '#schemas/defs/environment.schema.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('deploy/**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
const texts = files.map((entry) => ({
  name: entry.name,
  text: readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'),
}))

test('files of deployments name variables that the engine reads', () => {
  const known = new Set(Object.keys(environment.properties))
  const named = texts.flatMap(
    ({ text }) => text.match(/\b(?:LIVERY_[A-Z_]+|DATABASE_URL|REDIS_URL|CLICKHOUSE_URL)\b/g) ?? [],
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('the image starts the command of the package', () => {
  const image = texts.find(({ name }) => name === 'Containerfile')?.text ?? ''
  const pack = readFileSync(`${root}/tools/pack.ts`, 'utf8')
  const bin = /bin: \{ livery: '([^']+)' \}/.exec(pack)?.[1]
  expect(bin).toBeDefined()
  expect(image).toContain(`CMD ["node", "node_modules/livery/${bin}", "start"]`)
})

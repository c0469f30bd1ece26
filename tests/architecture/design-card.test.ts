import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { placeOf, ROOT, sourceFiles } from '#tools/house/import-graph.ts'

/** Package of the design card → rooms whose sources import it, tests beside sources left out. `build` is the configuration at the
 *  root and of Storybook. */
const USERS: Readonly<Record<string, readonly string[]>> = {
  react: ['build', 'renderers', 'src/client', 'src/studio', 'stage/viewer', 'stories', 'tests', 'tools'],
  'react-dom': ['renderers', 'src/client', 'src/studio', 'stage/viewer', 'stories', 'tests', 'tools'],
  // The studio's forms, and a page that the bench of forms compares with.
  '@rjsf/core': ['src/studio', 'tests'],
  ajv: ['tools'],
  xstate: ['machines', 'renderers', 'src/client', 'src/server', 'stage', 'stage/commands', 'stage/drivers', 'tools'],
  '@xstate/react': ['renderers', 'src/client'],
  // The coupon, whose outcomes follow prices; its code comes after the first look of a page. In the studio every undo.
  immer: ['machines', 'src/studio'],
  'react-router': ['src/client', 'src/studio', 'stories', 'tests', 'tools'],
  i18next: ['machines'],
  'libphonenumber-js': ['machines', 'src/server', 'stories', 'tools'],
  'json-schema-to-typescript': ['tools'],
  vite: ['build', 'stage/commands', 'tools'],
  vitest: ['build', 'machines', 'src/client', 'src/server', 'tests', 'tools'],
  storybook: ['build', 'stories'],
}

function importedBy(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const { module } = parseSync(file, text)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1))
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...dynamic]
}

function usersOfCard(): Record<string, string[]> {
  const names = Object.keys(USERS)
  const users = new Map(names.map((name) => [name, new Set<string>()]))
  const configuration = [
    ...readdirSync(ROOT),
    ...readdirSync(join(ROOT, '.storybook')).map((file) => `.storybook/${file}`),
  ]
  for (const file of [...sourceFiles(), ...configuration.filter((name) => /\.tsx?$/.test(name))]) {
    for (const imported of importedBy(file)) {
      const name = names.find((known) => imported === known || imported.startsWith(`${known}/`))
      if (name !== undefined) users.get(name)?.add(placeOf(file).room || 'build')
    }
  }
  return Object.fromEntries([...users].map(([name, rooms]) => [name, [...rooms].sort()]))
}

test('CARD-3, CARD-4: the packages of the design card are used by the rooms that are named here, and no others', () => {
  expect(usersOfCard()).toEqual(USERS)
})

test('CARD-4: every package of the design card is installed and used', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const installed = { ...dependencies, ...devDependencies }
  expect(Object.keys(USERS).filter((name) => !(name in installed))).toEqual([])
  expect(Object.keys(USERS).filter((name) => USERS[name]?.length === 0)).toEqual([])
})

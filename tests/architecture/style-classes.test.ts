import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#tools/house/import-graph.ts'

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g
const QUOTED = /'[^'\n]*'|"[^"\n]*"/g

/** What a style sheet is used for: the classes that it has, and who reads which of them. */
interface Sheet {
  readonly classes: ReadonlySet<string>
  readonly read: Set<string>
  /** Whether a class is read by a name that is computed, so that any may be. */
  isReadByAnyName: boolean
}

function classesOf(file: string): Set<string> {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const selectors = [...text.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector)
  return new Set(selectors.flatMap((it) => [...it.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)))
}

const sheets = new Map<string, Sheet>()
for (const file of globSync(['renderers/**/*.module.css', 'src/**/*.module.css', 'stories/**/*.module.css'], {
  cwd: ROOT,
})) {
  sheets.set(normalize(file), { classes: classesOf(file), read: new Set(), isReadByAnyName: false })
}

const unknown: string[] = []
for (const file of globSync('{renderers,src,stage,stories,.storybook}/**/*.{ts,tsx}', { cwd: ROOT })) {
  const text = readFileSync(join(ROOT, file), 'utf8')
  for (const [, name, path = ''] of text.matchAll(IMPORT)) {
    const sheet = sheets.get(normalize(join(dirname(file), path)))
    if (!sheet) {
      unknown.push(`${file}: there is no ${path}`)
      continue
    }
    for (const [, member, computed] of text
      .replace(QUOTED, '')
      .matchAll(new RegExp(`(?<![.\\w])${name}(?:\\??\\.(\\w+)|(\\[))`, 'g'))) {
      if (computed) sheet.isReadByAnyName = true
      if (!member) continue
      sheet.read.add(member)
      if (!sheet.classes.has(member)) unknown.push(`${file}: ${path} has no class ${member}`)
    }
  }
}

test('every class that a component names is in its style sheet', () => {
  expect(sheets.size).toBeGreaterThan(100)
  expect(unknown).toEqual([])
})

test('every class of a style sheet is named by a component', () => {
  const unread = [...sheets]
    .filter(([, { isReadByAnyName }]) => !isReadByAnyName)
    .flatMap(([file, { classes, read }]) => [...classes].filter((it) => !read.has(it)).map((it) => `${file}: ${it}`))
  expect(unread).toEqual([])
})

/** Style sheets that a file imports from another folder than its own: what they draw is a component there (renderers/site/styled.tsx). */
function foreignSheets(file: string, text: string): readonly string[] {
  return [...text.matchAll(IMPORT)]
    .map(([, , path = '']) => path)
    .filter((path) => !/^\.\/[^/]+$/.test(path))
    .map((path) => `${file}: ${path} is of another folder`)
}

test('no component imports a style sheet of another folder', () => {
  const files = globSync('{renderers,src,stage,stories,.storybook}/**/*.{ts,tsx}', { cwd: ROOT })
  expect(files.flatMap((file) => foreignSheets(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})

test.each(['../page/office/office.module.css', './sign-in/entry.module.css', '#renderers/forms/Field.module.css'])(
  'a planted import of %s is found',
  (path) => {
    expect(foreignSheets('src/client/x.tsx', `import styles from '${path}'`)).toHaveLength(1)
    expect(foreignSheets('src/client/x.tsx', "import styles from './x.module.css'")).toEqual([])
  },
)

test('no style sheet has the root watch what is in the page: each list that grows would restyle all of it', () => {
  const watching = globSync('{renderers,src,stories}/**/*.css', { cwd: ROOT }).filter((file) =>
    /(?:\bhtml|:root|\bbody)(?:\[[^\]]*\]|\))*:has\(/.test(
      readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
    ),
  )
  expect(watching).toEqual([])
})

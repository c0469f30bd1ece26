import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '#tools/house/import-graph.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const TOUR = read('docs/guides/tour.md')
/** A stop of the tour: `1. `path` (`name`, `name`): what happens there`. */
const STOP = /^\d+\. `([^`]+)` \(([^)]+)\): \S/
const stops = TOUR.split('\n').flatMap((line) => {
  const [, path = '', names = ''] = STOP.exec(line) ?? []
  return path ? [{ path, names: [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as string) }] : []
})

describe('the tour of the code', () => {
  test('has three flows, and every stop names a file and what to look at in it', () => {
    expect(TOUR.match(/^## /gm)).toHaveLength(3)
    expect(stops.length).toBeGreaterThan(30)
    expect(stops).toHaveLength(TOUR.match(/^\d+\. /gm)?.length ?? 0)
    expect(stops.filter(({ names }) => names.length === 0)).toEqual([])
  })

  test.each(stops)('$path is there and exports $names', ({ path, names }) => {
    expect(existsSync(join(ROOT, path)), path).toBe(true)
    const source = read(path)
    const isExported = (name: string) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(source)
    expect(names.filter((name) => !isExported(name))).toEqual([])
  })
})

test.each(['CONTRIBUTING.md', 'CHANGELOG.md', 'docs/guides/tour.md'])(
  '%s names only files and scripts that are there',
  (page) => {
    const text = read(page)
    const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+)`/g)].map(([, path]) => path as string)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link]) => link as string)
    expect(links.filter((link) => !existsSync(join(ROOT, page, '..', link)))).toEqual([])
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...text.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name]) => name as string)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  },
)

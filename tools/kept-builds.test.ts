import { expect, test } from 'vitest'
import { filesToDrop, KEPT_BUILDS, type KeptBuilds } from './kept-builds.ts'

test('APP-5: files of former builds stay for pages that are still open, and the oldest build goes', () => {
  let kept: KeptBuilds = []
  let there: string[] = ['assets/stray-0.js']
  for (let number = 1; number <= KEPT_BUILDS + 2; number += 1) {
    const files = ['assets/shared-1.js', `assets/page-${number}.js`]
    there = [...new Set([...there, ...files, `assets/page-${number}.js.br`])]
    const { builds, dropped } = filesToDrop(kept, files, there)
    kept = builds
    there = there.filter((file) => !dropped.includes(file))
  }
  expect(kept).toHaveLength(KEPT_BUILDS)
  expect(there).toEqual([
    'assets/shared-1.js',
    ...[3, 4, 5, 6].flatMap((n) => [`assets/page-${n}.js`, `assets/page-${n}.js.br`]),
  ])
})

test('APP-5: building the same again takes no place', () => {
  const files = ['assets/page-1.js']
  expect(filesToDrop([files], ['assets/page-1.js'], files).builds).toEqual([files])
})

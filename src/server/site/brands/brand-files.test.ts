import { expect, test } from 'vitest'
import { roleOfPath } from './brand-files.ts'

test.each([
  ['assets/Logo.SVG', 'assets/logo.svg'],
  ['assets/banners/My Banner.png', 'assets/banners/my-banner.png'],
  ['assets/logo.svgg', 'assets/logo.svg'],
  ['assets/logo.txt', null],
  ['assets/noending', null],
])(
  'OPS-8: of %s, which is read under no such name, the name is suggested under which it would be: %s',
  (path, suggestion) => {
    expect(roleOfPath(path, [])).toMatchObject({ kind: 'unknown', suggestion })
    if (suggestion !== null) expect(roleOfPath(suggestion, [])).toEqual({ kind: 'asset' })
  },
)

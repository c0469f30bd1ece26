import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAllowedLicense, type LockedPackage, lockedPackages, writeSupply } from '#tools/supply.ts'

test('every package of the lock file is of a licence that is allowed, is held by its hash, and comes from nowhere but the registry', () => {
  const packages = lockedPackages()
  expect(packages.length).toBeGreaterThan(500)
  const named = (wrong: (one: LockedPackage) => boolean) => packages.filter(wrong).map(({ name }) => name)
  expect(named(({ license }) => !isAllowedLicense(license))).toEqual([])
  expect(named(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([])
  expect(named(({ resolved }) => resolved !== '' && !resolved.startsWith('https://registry.npmjs.org/'))).toEqual([])
})

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['EPL-2.0 OR GPL-3.0-or-later', true],
  ['MIT AND ISC', true],
  ['MIT AND AGPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['', false],
])('the licence "%s" is allowed: %s', (expression, isAllowed) => {
  expect(isAllowedLicense(expression)).toBe(isAllowed)
})

test('the bill of materials names every direct dependency with its version and hash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'livery-supply-'))
  try {
    writeSupply(folder)
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string
      components: { name: string; version: string; hashes: { alg: string; content: string }[] }[]
      dependencies: { ref: string; dependsOn: string[] }[]
    }
    expect(bill.bomFormat).toBe('CycloneDX')
    const { version, dependencies } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string
      dependencies: Record<string, string>
    }
    const isHash = ({ alg, content }: { alg: string; content: string }) =>
      alg === 'SHA-512' && /^[0-9a-f]{128}$/.test(content)
    const held = new Set(
      bill.components.flatMap((one) => (one.hashes.some(isHash) ? [`${one.name}@${one.version}`] : [])),
    )
    expect(Object.entries(dependencies).filter(([name, version]) => !held.has(`${name}@${version}`))).toEqual([])
    const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    expect(needs.get(`livery@${version}`)).toEqual(
      expect.arrayContaining(Object.entries(dependencies).map((one) => one.join('@'))),
    )
    expect([...needs.values()].flat().filter((id) => !needs.has(id))).toEqual([])
    const licenses = readFileSync(join(folder, 'LICENSES.md'), 'utf8')
    for (const name of [...Object.keys(dependencies), '@rjsf/core']) expect(licenses).toContain(`| ${name} |`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

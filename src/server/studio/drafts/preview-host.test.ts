import { describe, expect, test } from 'vitest'
import { keyRing } from '../../account/secrets/key-ring.ts'
import { LOCAL_DRAFTS } from '../../site/brands/reserved-names.ts'
import { isPreviewHost, previewedBrand, previewHost } from './preview-host.ts'

const secret = keyRing(Buffer.alloc(32, 7))
const other = keyRing(Buffer.alloc(32, 8))

describe('the host of a preview', () => {
  test('leads back to its brand, dashes in its id or not', () => {
    for (const brand of ['northstar', 'north-star-2']) {
      const host = previewHost(brand, secret, LOCAL_DRAFTS)
      expect(host).toMatch(/^[a-z0-9-]{1,63}\.draft\.localhost$/)
      expect(previewedBrand(host, secret, LOCAL_DRAFTS)).toBe(brand)
    }
  })

  test('is of one installation and one brand: a sign of another opens nothing', () => {
    const host = previewHost('northstar', secret, LOCAL_DRAFTS)
    expect(previewedBrand(host, other, LOCAL_DRAFTS)).toBeNull()
    expect(previewedBrand(host, keyRing(Buffer.alloc(32, 8), Buffer.alloc(32, 7)), LOCAL_DRAFTS)).toBe('northstar')
    expect(previewedBrand(host.replace('northstar', 'southstar'), secret, LOCAL_DRAFTS)).toBeNull()
    expect(previewedBrand('northstar.draft.localhost', secret, LOCAL_DRAFTS)).toBeNull()
    expect(previewedBrand('northstar.localhost', secret, LOCAL_DRAFTS)).toBeNull()
  })

  test('is distinguished from hosts of live brands', () => {
    expect(isPreviewHost('x.draft.localhost', LOCAL_DRAFTS)).toBe(true)
    expect(isPreviewHost('draft.localhost', LOCAL_DRAFTS)).toBe(true)
    expect(isPreviewHost('xdraft.localhost', LOCAL_DRAFTS)).toBe(false)
  })
})

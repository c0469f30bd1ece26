import { expect, test } from 'vitest'
import { auditSite } from '#cli/seo/audit.ts'
import { createSiteReader } from '#cli/seo/site-reader.ts'
import { sharedSite } from './test-site.ts'

const { site } = await sharedSite()

test.each(['aurora', 'velvet', 'nour'])(
  '%s has no title twice, no broken link, no orphan and no one-way alternate in two languages',
  async (brand) => {
    const origin = new URL(`http://${brand}.localhost:${site.port}`)
    const wish = { origin, read: createSiteReader(origin), languages: ['en', 'ar'], mostPages: 25 }
    const { pages, faults } = await auditSite(wish)
    expect(pages).toBeGreaterThan(20)
    expect(faults).toEqual([])
  },
)

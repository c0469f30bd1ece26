import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { sharedSite } from './test-site.ts'
import { visit } from './visitor.ts'
import type { WatchedPage } from './watched-page.ts'

const FIELDS = /\/api\/web\/registration\/v1\/fields\/full_reg/
const SUBMIT = /\/web-api\/registration(?:\?|$)/
const MARKUP = `"><img src=x onerror="window.taken=1"><script>window.taken=1</script><svg onload=window.taken=1>`
const LINK = 'javascript:window.taken=1'
const SHORT_FORM = [
  { id: 'email', type: 'email', title: 'E-mail', required: true, input_type: 'email', validation: { email: {} } },
  { id: 'name', type: 'input', title: 'First name', required: true, validation: { minLength: { value: 3 } } },
]

const { site, browser } = await sharedSite()

/** Opens one-click registration and goes to the full form, whose fields the page asks for: the answer is the given one. */
async function openForm(fields: readonly object[] | null, language = 'en'): Promise<WatchedPage> {
  const watched = await visit(browser, `${site.origin('nour')}/${language}/registration/fast_reg`)
  const { page } = watched
  if (fields)
    await page.route(FIELDS, (route) =>
      route.fulfill({ json: { data: { attributes: { fields }, relation_fields: {} } } }),
    )
  await page.getByRole('tab').nth(1).click()
  await page.locator('input[name="email"]').waitFor()
  return watched
}

const submit = (page: Page) => page.locator('main form button[type="submit"]').click()
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
async function fault(page: Page, name: string): Promise<string> {
  const described = (await field(page, name).getAttribute('aria-describedby')) ?? ''
  return page.locator(`[id="${described.split(' ')[0]}"]`).innerText()
}

/** Answers the next submissions in turn. `offline` breaks the connection. */
async function answerSubmissions(page: Page, answers: readonly (object | 'offline')[]): Promise<object[]> {
  const sent: object[] = []
  await page.route(SUBMIT, async (route) => {
    const body = route.request().postDataJSON() as { fields?: object } | null
    if (!body?.fields) return route.fallback()
    const answer = answers[sent.length]
    sent.push(body)
    if (answer === undefined || answer === 'offline') return route.abort('internetdisconnected')
    return route.fulfill({ status: 422, json: answer })
  })
  return sent
}

const refusal = (fields: object) => ({
  code: 'validation.failed',
  params: {},
  validation_errors: fields,
  requestId: 'r1',
})

test('FIELD-1: a field of a kind that this engine cannot draw stands as a note, is reported, and the form works on', async () => {
  const strange = { id: 'fingerprint', type: 'fingerprint_reader', title: 'Your fingerprint' }
  const { page, faults, close } = await openForm([SHORT_FORM[0] as object, strange, SHORT_FORM[1] as object])
  const note = page.getByRole('note')
  expect(await note.innerText()).toContain('Your fingerprint')
  expect(await note.innerText()).toContain('cannot be shown here')
  const reports = faults()
  expect(reports.filter((text) => text.includes('field.unknown_kind')).length).toBeGreaterThan(0)
  expect(reports.filter((text) => !text.includes('field.unknown_kind'))).toEqual([])
  const sent = await answerSubmissions(page, [
    refusal({ name: { code: 'value.refused', params: { label: 'First name' } } }),
  ])
  await field(page, 'email').fill('anna@mail.example')
  await field(page, 'name').fill('Anna')
  await submit(page)
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ type: 'full_reg', fields: { email: 'anna@mail.example', name: 'Anna' } })
  await close()
})

test('RULE-19, RULE-20, A11Y-2: the first broken rule alone is shown, and judged again at every change', async () => {
  const rules = {
    minLength: { value: 5, message: 'Five at least.' },
    match: { value: '^[a-z]+$', message: 'Letters only.' },
  }
  const { page, faults, close } = await openForm([SHORT_FORM[0] as object, { ...SHORT_FORM[1], validation: rules }])
  await field(page, 'name').fill('1')
  await submit(page)
  expect(await fault(page, 'name')).toBe('Five at least.')
  expect(await page.getByText('Letters only.').count()).toBe(0)
  expect(await field(page, 'name').getAttribute('aria-invalid')).toBe('true')
  await field(page, 'name').fill('12345')
  await expect.poll(() => fault(page, 'name')).toBe('Letters only.')
  await field(page, 'name').fill('abcde')
  await expect.poll(() => fault(page, 'name')).toBe('')
  expect(await field(page, 'name').getAttribute('aria-invalid')).not.toBe('true')
  await field(page, 'name').fill('abc')
  expect(await fault(page, 'name')).toBe('')
  expect(faults()).toEqual([])
  await close()
})

test.each([
  { language: 'en', text: '“E-mail” is not accepted.' },
  { language: 'ar', text: null },
])(
  'RULE-18, A11Y-2: an error of the server is shown at its field in $language, and disappears when the answer changes',
  async ({ language, text }) => {
    const { page, faults, close } = await openForm(SHORT_FORM, language)
    await answerSubmissions(page, [refusal({ email: { code: 'value.refused', params: { label: 'E-mail' } } })])
    await field(page, 'email').fill('anna@mail.example')
    await field(page, 'name').fill('Anna')
    await submit(page)
    await expect.poll(() => field(page, 'email').getAttribute('aria-invalid')).toBe('true')
    const shown = await fault(page, 'email')
    if (text) expect(shown).toBe(text)
    else expect(shown).toMatch(/[\u0600-\u06ff]/)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    await field(page, 'name').fill('Anne')
    expect(await fault(page, 'email')).toBe(shown)
    await field(page, 'email').fill('other@mail.example')
    await expect.poll(() => fault(page, 'email')).toBe('')
    expect(faults([/^answer 422: /, /Failed to load resource/])).toEqual([])
    await close()
  },
)

test('REG-23: without a connection a submission keeps everything that was typed and can be tried again', async () => {
  const { page, faults, close } = await openForm(SHORT_FORM)
  const sent = await answerSubmissions(page, [
    'offline',
    refusal({ email: { code: 'value.refused', params: { label: 'E-mail' } } }),
  ])
  await field(page, 'email').fill('anna@mail.example')
  await field(page, 'name').fill('Anna')
  await submit(page)
  const alert = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('button') })
  await alert.waitFor()
  expect((await alert.innerText()).length).toBeGreaterThan(20)
  expect(await field(page, 'email').inputValue()).toBe('anna@mail.example')
  expect(await field(page, 'name').inputValue()).toBe('Anna')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual(sent[0])
  await expect.poll(() => alert.count()).toBe(0)
  expect(await field(page, 'email').inputValue()).toBe('anna@mail.example')
  expect(faults([/^answer 422: /, /Failed to load resource/, /^request failed: .*ERR_INTERNET_DISCONNECTED/])).toEqual(
    [],
  )
  await close()
})

test('what was typed is there again after another type of registration was looked at', async () => {
  const { page, faults, close } = await openForm(null)
  await field(page, 'email').fill('anna@mail.example')
  await page.getByLabel('First name').fill('Анна')
  await page.getByRole('tab').nth(0).click()
  await expect.poll(() => field(page, 'email').count()).toBe(0)
  await page.getByRole('tab').nth(1).click()
  await expect.poll(() => field(page, 'email').inputValue()).toBe('anna@mail.example')
  expect(await page.getByLabel('First name').inputValue()).toBe('Анна')
  expect(faults()).toEqual([])
  await close()
})

test('REG-23: fields that do not come are said so, and come at the next try', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`)
  let isDown = true
  await page.route(FIELDS, (route) => (isDown ? route.abort('connectionfailed') : route.fallback()))
  await page.getByRole('tab').nth(1).click()
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  isDown = false
  await retry.click()
  await field(page, 'email').waitFor()
  expect(faults([/^request failed: /, /Failed to load resource/, /registration\.load_failed/])).toEqual([])
  await close()
})

test('SEC-9: no text of a definition runs script or becomes markup', async () => {
  const texts = { title: MARKUP, placeholder: MARKUP, help: MARKUP, tooltip: MARKUP, label: MARKUP }
  const options = [
    { id: '1', name: MARKUP },
    { id: '2', name: 'two' },
  ]
  const fields = [
    { ...SHORT_FORM[0], ...texts, validation: { minLength: { value: 99, message: MARKUP } } },
    { id: 'choice', type: 'select', ...texts, options },
    { id: 'unfolding', type: 'dropdown', ...texts, options },
    { id: 'box', type: 'checkbox', ...texts },
    { id: 'terms', type: 'extended_checkbox', ...texts, links: { bad: { order: 1, title: MARKUP, url: LINK } } },
    { id: 'facts', type: 'list', ...texts, items: [MARKUP] },
    { id: 'note', type: 'label', ...texts },
    { id: 'press', type: 'button', ...texts },
    { id: 'strange', type: 'unheard_of', ...texts },
  ]
  const { page, faults, close } = await openForm(fields)
  await field(page, 'email').fill('not an address')
  await submit(page)
  await expect.poll(() => fault(page, 'email')).toContain('onerror')
  const form = page.getByRole('main')
  expect(await form.locator('script, svg[onload], img[onerror], [src="x"]').count()).toBe(0)
  for (const link of await form.locator('a').all())
    expect((await link.getAttribute('href')) ?? '').not.toMatch(/^javascript:/i)
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
  expect(faults([/field\.unknown_kind/])).toEqual([])
  await close()
})

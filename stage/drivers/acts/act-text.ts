import { say } from '#cli/command-text.ts'
import type { PageAct, PageDeed, PageFile, PageThing } from '#machines/shell/machine-acts.ts'
import { storeExpression, tellExpression } from '../browser/other-tab.ts'
import { isOnStage } from './stage-acts.ts'

/** What a person does, as lines of a test of Playwright: the same that the browser driver does. */
export function actLine(act: PageDeed): readonly string[] {
  if (isOnStage(act)) return [`// ${act.do}: the browser driver alone does this`]
  switch (act.do) {
    case 'click':
    case 'tap':
    case 'hover':
    case 'focus':
    case 'check':
    case 'uncheck':
      return [`await ${locatorText(act.on)}.${act.do}()`]
    case 'beside':
      return besideLines(locatorText(act.on))
    case 'unfold':
      return [
        `if (!(await ${locatorText(act.on)}.evaluate((one) => (one.parentElement as HTMLDetailsElement).open)))`,
        `  await ${locatorText(act.on)}.click()`,
      ]
    case 'touch':
      return touchLines(locatorText(act.on))
    case 'fill':
      return [`await ${locatorText(act.on)}.fill(${quote(act.text)})`]
    case 'type':
      return [`await ${locatorText(act.on)}.pressSequentially(${quote(act.text)})`]
    case 'choose':
      return [`await ${locatorText(act.on)}.selectOption(${quote(act.text)})`]
    case 'press':
      return [`await ${act.on ? locatorText(act.on) : 'page.keyboard'}.press(${quote(act.key)})`]
    case 'pick':
      return [
        '{',
        "  const chooser = page.waitForEvent('filechooser')",
        `  await ${locatorText(act.on)}.click()`,
        `  await (await chooser).setFiles([${act.files.map(fileText).join(', ')}])`,
        '}',
      ]
    default:
      return pageLines(act)
  }
}

type ActOnPage = Exclude<PageAct, { readonly on?: PageThing }>

function pageLines(act: ActOnPage): readonly string[] {
  switch (act.do) {
    case 'leave':
      return ['await page.mouse.move(0, 0)']
    case 'blur':
      return ["await page.evaluate('document.activeElement?.blur()')"]
    case 'scrollbar':
      return [
        '{',
        "  const barPx = await page.evaluate<number>('innerWidth - document.documentElement.clientWidth')",
        '  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }',
        '  await page.mouse.click(width - barPx / 2, height - barPx * 3)',
        '}',
      ]
    case 'lift':
      return ["await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })"]
    case 'back':
      if (act.pages === undefined) return ['await page.goBack()']
      return [`await page.evaluate('history.go(-${act.pages})')`]
    case 'forward':
      return ['await page.goForward()']
    case 'reload':
      return ['await page.reload()']
    case 'scroll':
      return [`await page.evaluate("window.scrollTo({ top: ${act.toPx}, behavior: 'instant' })")`]
    case 'wait':
      return [`await page.clock.runFor(${act.ms})`]
    case 'connection':
      return [`await page.context().setOffline(${!act.isOnline})`]
    case 'store':
      return otherTabLines(storeExpression(act.key, act.text))
    case 'tell':
      return otherTabLines(tellExpression(act.channel, act.word))
    case 'feed':
      throw new Error(say('driver.test_playwright_runs_against'))
  }
}

function otherTabLines(expression: string): readonly string[] {
  return [
    '{',
    '  const otherTab = await page.context().newPage()',
    "  await otherTab.goto('/robots.txt')",
    `  await otherTab.evaluate(${quote(expression)})`,
    '  await otherTab.close()',
    '}',
  ]
}

function fileText({ name, mediaType, sizeBytes }: PageFile): string {
  return `{ name: ${quote(name)}, mimeType: ${quote(mediaType)}, buffer: Buffer.alloc(${sizeBytes}) }`
}

function besideLines(thing: string): readonly string[] {
  return [
    '{',
    `  const box = await ${thing}.boundingBox()`,
    "  if (!box) throw new Error('what is to be pressed beside is not seen')",
    '  await page.mouse.click(box.x / 2, box.y + box.height / 2)',
    '}',
  ]
}

/** `finger` is a session with the browser that the test opens before. */
function touchLines(thing: string): readonly string[] {
  return [
    '{',
    `  const box = await ${thing}.boundingBox()`,
    "  if (!box) throw new Error('what is to be touched is not seen')",
    '  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]',
    "  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })",
    '}',
  ]
}

/** How a thing of the page is found. */
export function locatorText(thing: PageThing): string {
  const { within, index } = thing
  const place = within ? locatorText(within) : 'page'
  return `${place}.${finder(thing)}${index === undefined ? '' : `.nth(${index})`}`
}

function finder({ role, name, label, text }: PageThing): string {
  if (role !== undefined) {
    return `getByRole(${quote(role)}${name === undefined ? '' : `, { name: ${pattern(name)}, exact: true }`})`
  }
  if (label !== undefined) return `getByLabel(${pattern(label)}, { exact: true })`
  return `getByText(${pattern(text ?? '')}, { exact: true })`
}

function pattern(text: string | RegExp): string {
  return typeof text === 'string' ? quote(text) : String(text)
}

/** A text as a string of TypeScript. */
export function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}

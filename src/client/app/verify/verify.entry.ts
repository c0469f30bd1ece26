import { verifyReceipt } from './verify-receipt.ts'

/** Texts of the page: language → key → text; the build puts them here. */
declare const VERIFY_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>>

const language = navigator.languages.map((name) => name.slice(0, 2)).find((name) => VERIFY_TEXTS[name]) ?? 'en'
const text = (key: string) => VERIFY_TEXTS[language]?.[key] ?? VERIFY_TEXTS.en?.[key] ?? key
document.documentElement.lang = language
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
document.title = text('verify.title')

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, words = ''): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.textContent = words
  return made
}

const main = element('main')
const label = element('label', text('verify.paste'))
const box = element('textarea')
const button = element('button', text('verify.verify'))
const status = element('p')
box.id = 'receipt'
box.rows = 14
box.spellcheck = false
label.htmlFor = box.id
button.type = 'button'
status.setAttribute('role', 'status')
button.addEventListener('click', () => {
  const verdict = verifyReceipt(box.value)
  const isRight = verdict !== null && verdict.fault === null
  status.dataset.verdict = isRight ? 'right' : 'wrong'
  status.textContent =
    verdict === null
      ? text('verify.unknown')
      : `${text(`verify.of_${verdict.of}`)}: ${text(verdict.fault ?? 'verify.right')}`
})
main.append(element('h1', text('verify.title')), element('p', text('verify.text')), label, box, button, status)
document.body.append(main)

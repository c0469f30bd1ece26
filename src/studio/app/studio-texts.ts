import { type TextValues, textWriter } from '#machines/site/text.rules.ts'
import access from '../locales/en/access.json' with { type: 'json' }
import banners from '../locales/en/banners.json' with { type: 'json' }
import brands from '../locales/en/brands.json' with { type: 'json' }
import common from '../locales/en/common.json' with { type: 'json' }
import desk from '../locales/en/desk.json' with { type: 'json' }
import editor from '../locales/en/editor.json' with { type: 'json' }
import events from '../locales/en/events.json' with { type: 'json' }
import failures from '../locales/en/failures.json' with { type: 'json' }
import forms from '../locales/en/forms.json' with { type: 'json' }
import history from '../locales/en/history.json' with { type: 'json' }
import mails from '../locales/en/mails.json' with { type: 'json' }
import people from '../locales/en/people.json' with { type: 'json' }
import recordings from '../locales/en/recordings.json' with { type: 'json' }
import registration from '../locales/en/registration.json' with { type: 'json' }
import theme from '../locales/en/theme.json' with { type: 'json' }

const texts = {
  ...access,
  ...banners,
  ...brands,
  ...common,
  ...desk,
  ...editor,
  ...events,
  ...failures,
  ...forms,
  ...history,
  ...mails,
  ...people,
  ...recordings,
  ...registration,
  ...theme,
}

type Written = keyof typeof texts
/** A key of the studio's texts; a plural is asked for without its form. */
export type StudioTextKey = Written extends infer Key
  ? Key extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : Key
  : never

const write = textWriter('en', { texts, fallback: null }) as (key: string, values?: TextValues) => string

/** Writes a text of the studio: `say('brands.count', { count: 3 })` gives `3 brands`. */
export function say(key: StudioTextKey, values?: TextValues): string {
  return write(key, values)
}

/** Writes a text whose key is computed, or null when there is none. */
export function sayIfKnown(key: string, values?: TextValues): string | null {
  return Object.hasOwn(texts, key) || Object.hasOwn(texts, `${key}_other`) ? write(key, values) : null
}

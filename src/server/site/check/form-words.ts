const ADDRESS =
  'a place of the site that begins with a slash, such as "/information/about", or an address that begins with https://, mailto: or tel:'
const ID =
  'lower-case letters and digits, with hyphens or underscores between them, a letter first, such as "top-games"'
const NAME = 'letters and digits, a lower-case letter first, such as "cpf"'
const ALIAS = 'the name of another token in braces, such as "{palette.accent.600}"'
const SHARE = 'a number in quotes with at most 4 decimals, such as "1.25"'
const OPENID = 'an address that begins with https://, such as "https://login.provider.example/oauth"'

/** Forms of texts that the files of a brand have, by the expression of their schema, as people say them. */
const FORM_WORDS: Readonly<Record<string, string>> = {
  '^[A-Za-z][A-Za-z0-9_.-]{0,95}$': 'the key of a text, such as "site.menu_live"',
  '^[a-z][a-z0-9_-]{0,47}$': ID,
  '^$|^[A-Z0-9]{1,40}$': 'capitals and digits, such as "SUMMER25", or nothing',
  '^[a-z][a-z0-9_-]{0,63}$': 'the name of a page without its ending, such as "about"',
  '^[a-z][a-z0-9_]{0,47}$': 'lower-case letters, digits and underscores, a letter first, such as "main_rules"',
  '^[a-z][a-z0-9-]{0,47}$': 'the name of an icon, such as "football"',
  '^[a-z-]+(?:/[A-Za-z0-9_.-]+){1,6}$': 'a key of the configuration with its section, such as "boolean/isVideoShown"',
  '^[a-z][a-z0-9 -]{0,63}$': 'lower-case letters, digits, spaces and hyphens, a letter first',
  '^[a-z][a-zA-Z0-9_-]{0,63}$': NAME,
  '^(?!(?:constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|toString|valueOf)$)[a-z][a-zA-Z0-9_-]{0,63}$':
    NAME,
  '^[a-z0-9][a-z0-9_]{0,39}$': 'lower-case letters, digits and underscores, such as "page_layout"',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'a time of day in 24 hours, such as "22:00"',
  '^[a-z0-9][a-z0-9-]{0,63}$': 'lower-case letters, digits and hyphens, such as "first-pet"',
  '^$|^[a-z0-9][a-z0-9-]{0,63}$': 'the id of a campaign, such as "welcome-sport", or nothing',
  '^[a-z0-9][a-z0-9_-]{0,63}$': 'the id of a game in lower case, such as "dice"',
  '^[a-z0-9][a-z0-9-]*$': 'lower-case letters, digits and hyphens, such as "accent" or "600"',
  '^[a-z0-9][a-z0-9_-]*(?:[/.][a-z0-9][a-z0-9_-]*)*\\.woff2$':
    'the path of a WOFF2 file below assets, such as fonts/harbour-sans.woff2',
  '^[a-z0-9][a-z0-9_-]*(?:[/.][a-z0-9][a-z0-9_-]*)*$':
    'the path of a file below assets/, in lower case, such as "banners/welcome.svg"',
  '^[a-z]{2}$': 'the code of a country in two lower-case letters, such as "de"',
  '^(?:[a-z]{2}(?:-[a-z]{2,3})?|[0-9]{3}|x-[a-z]{3})$':
    'the code of a country or region of docs/tables/countries.md, such as "de" or "gb-eng"',
  '^[A-Za-z]{2}$': 'the code of a country in two letters, such as "de"',
  '^[a-z]{2,3}(?:-[a-zA-Z]{2,4})?$': 'the code of a language, such as "en" or "pt-BR"',
  '^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?(?:-u-nu-[a-z]{4})?$':
    'a language with its country, such as "en-GB" or "ar-AE"',
  '^[A-Z0-9]{3,6}$': 'the code of a currency in capitals, such as "EUR"',
  '^[A-Z]{3,5}$': 'the code of a currency in capitals, such as "EUR"',
  '^[0-9]{1,4}(?:\\.[0-9]{1,3})?$': 'a price with up to three decimals, such as "1.3"',
  '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$': 'letters, digits, hyphens and underscores, such as "harbour-lights"',
  '^[a-z0-9][a-z0-9/_-]{0,120}\\.(?:png|jpg|webp)$': 'the path of a picture below assets/, such as "social.png"',
  '^[A-Za-z0-9_=+/.-]{8,120}$': 'the content of a tag as the search engine has given it',
  '^[a-z0-9][a-z0-9/*?=_-]{0,119}\\$?$': 'a path below a language without its first slash, such as "office/"',
  '^[a-z0-9][a-z0-9-]{0,79}$': 'the last part of an address, such as "betting-on-tennis"',
  '^[a-z0-9][a-z0-9-]{0,57}$': 'lower-case letters, digits and hyphens, such as "main-hall"',
  '^https?://': 'an address that begins with https:// or http://, such as "https://api.drand.sh"',
  '^[A-Z0-9]{3,10}$': 'the code of a currency in capitals and digits, such as "EUR"',
  '^[a-z0-9_]{1,40}$': 'lower-case letters, digits and underscores, such as "two_lines"',
  '^[A-Za-z0-9_-]{1,64}$': 'letters, digits, hyphens and underscores, such as "german-desk"',
  '^[a-z0-9][a-z0-9-]{0,39}$': 'lower-case letters, digits and hyphens, such as "grand"',
  '^[a-z0-9][a-z0-9_-]{0,39}$': 'a tag of games, such as "free_spins"',
  '^[a-z][a-z0-9-]{0,39}$': 'lower-case letters, digits and hyphens, a letter first, such as "bank-transfer"',
  '^https?://[^\\s\\\\]+$': 'an address that begins with https:// or http://, such as "https://adapter.example"',
  '^[a-zA-Z]{1,32}$': 'the name of a parameter in letters, such as "kind"',
  '^[A-Za-z_]{1,32}$': 'the name of a parameter in letters and underscores, such as "returnUrl"',
  '^[A-Za-z][A-Za-z0-9_-]{0,31}$': 'the name of a parameter in letters and digits, such as "promo"',
  '^[A-Za-z0-9_.-]{1,64}$': 'letters, digits, dots, hyphens and underscores, such as "live" or "1-football"',
  '^(?:/(?!/)[^\\s\\\\]*|https://[^\\s\\\\]+|mailto:[^\\s]+|tel:[+0-9-]+)$': ADDRESS,
  '^(?:/|https://)': ADDRESS,
  '^(?:/[a-z0-9][a-z0-9/-]{0,80}|https://[a-z0-9.-]+(?::[0-9]{1,5})?(?:/[a-z0-9][a-z0-9/-]{0,80})?)$':
    'a path of the host such as "/collect", or an address that begins with https://, such as "https://events.example/in"',
  '^\\+[0-9]{5,15}$': 'a telephone number with its calling code, such as "+448088020133"',
  '^https://[^\\s\\\\]+$': 'an address that begins with https://, such as "https://partner.example"',
  '^https://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$':
    'a whole origin without a path, such as "https://player.example"',
  '^(?:https://[a-z0-9-]+(?:\\.[a-z0-9-]+)*|http://(?:[a-z0-9-]+\\.)*localhost|http://127\\.0\\.0\\.1)(?::[0-9]{1,5})?$':
    'a whole origin without a path, such as "https://partner.example"',
  '^(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1))(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/-]*)?$': OPENID,
  '^(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1))(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/-]*)?(?:\\?[A-Za-z0-9._~=&,%-]*)?$':
    OPENID,
  '^(?:/[A-Za-z0-9_~-]{1,60}){1,6}$': 'a path into the answer, such as "/user/email"',
  '^(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$': 'the path of a picture of the site, such as "/genfiles/pixel.png"',
  '^\\{[a-z0-9-]+(?:\\.[a-z0-9-]+)+\\}$': ALIAS,
  '^#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$|^\\{[a-z0-9-]+(?:\\.[a-z0-9-]+)+\\}$': `a colour such as "#0b7285", or ${ALIAS}`,
  '^#[0-9a-fA-F]{6}$': 'a colour such as "#0b7285"',
  '^#[0-9a-f]{6}$': 'a colour in lower case, such as "#0b7285"',
  '^[a-z0-9.-]{1,253}$': 'the name of a host, such as "www.google.com"',
  '^-----BEGIN CERTIFICATE-----': 'a certificate as PEM, which begins with the line -----BEGIN CERTIFICATE-----',
  '^PROMO_[A-Z0-9_]{1,40}$':
    'the name of a dialog: PROMO_, then capital letters, digits and underscores, such as "PROMO_SUMMER"',
  '^MCowBQYDK2VuAyEA[A-Za-z0-9+/]{43}=$':
    'a public key for X25519 in base64, which `openssl pkey -pubout -outform DER | base64` writes',
  '^LIVERY_[A-Z0-9_]{1,64}$':
    'the name of a variable of the environment that holds the secret, in capitals and beginning with LIVERY_, such as "LIVERY_CAPTCHA_SECRET"; the secret itself is never written in a brand',
  '^(?=.{5,24}$)(?!.*M{5})(?:yyyy|MMMM|MMM|MM|dd|HH|mm|[./:, -])+$':
    'a form of dates made of yyyy, MMMM, MMM, MM, dd, HH and mm with dots, slashes, colons, commas, spaces or hyphens, such as "dd.MM.yyyy / HH:mm"',
  '^(?=.*\\{v\\}).{3,40}$': 'a form of amounts with {v} for the number and {c} for the sign, such as "{v} {c}"',
  '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$': 'a time of day from "00:00" to "23:59"',
  '^[a-z][a-z0-9_]{0,31}$': 'the name of a symbol: lower-case letters, digits and underscores, such as "wild"',
  '^[a-z][a-z0-9-]{1,31}$': 'the id of a brand: 2 to 32 lower-case letters, digits and hyphens, a letter first',
  '^(?:_base|[a-z][a-z0-9-]{1,31})$': 'the id of another brand, such as "northstar"',
  '^[^\\p{Cc}]{1,60}$': 'a name of at most 60 characters on one line',
  '^[^\\p{Cc}]{1,12}$': 'a name of at most 12 characters on one line',
  '^[^\\p{Cc}]{1,40}$': 'a name of at most 40 characters on one line',
  '^[A-Za-z_]+(?:/[A-Za-z0-9_+-]+){0,2}$': 'the name of a time zone, such as "Europe/Berlin"',
  '^[A-Za-z][A-Za-z0-9_.-]{0,40}$': 'the beginning of keys of texts, such as "site.cyber_"',
  '^[A-Za-z0-9_.-]{1,200}$': 'the id that the provider gave you: letters, digits, dots, hyphens and underscores',
  '^[A-Za-z0-9_-]{1,200}$': 'the key that the provider gave you: letters, digits, hyphens and underscores',
  '^[A-Za-z0-9]{1,64}$': 'letters and digits, at most 64',
  '^[A-Za-z0-9._:/-]{1,100}$': 'the name of a scope, such as "openid"',
  '^[A-Za-z0-9.-]{1,32}$': 'letters, digits, dots and hyphens, such as "2026-11"',
  '^[A-Za-z0-9 ]{1,11}$': 'at most 11 letters, digits and spaces',
  '^[1-9][0-9]{0,5}$': 'the number of a sport, such as "1"',
  '^[1-9][0-9]{0,14}$': 'the number of a championship, such as "118587"',
  '^[0-9]{1,7}(?:\\.[0-9]{1,4})?$': SHARE,
  '^[0-9]{1,4}(?:\\.[0-9]{1,4})?$': SHARE,
  '^[0-9]{1,15}$': 'a whole number in quotes, such as "4000000"',
  '^[*#0-9]{3,20}$': 'what is dialled, of digits, stars and hashes, such as "*123#"',
  '^[+]?[0-9]{3,15}$': 'a telephone number of digits, with a plus before it or without, such as "12345"',
  '^[A-Za-z0-9][A-Za-z0-9._-]*$': 'letters, digits, points, hyphens and underscores, such as "2026-06"',
  '^0[0-]{0,38}0$': 'a zero for each digit with hyphens between groups, such as "000-000-00-00"',
  '^(?=.*[1-9])[0-9]{1,12}(?:\\.[0-9]{1,12})?$': 'a rate above zero in quotes, such as "1.0842"',
}

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  hostname: 'the name of a host without https:// and without a path, such as "www.northstar.example"',
  email: 'a mail address, such as "help@northstar.example"',
  'date-time': 'a moment with its zone, such as "2026-11-21T18:30:00Z"',
  date: 'a day of the calendar, such as "2026-11-21"',
  regex: 'a regular expression, such as "^[0-9]{6,12}$"',
}

/** A form of texts as people say it; null for one without words, which a test forbids.
 *  @param pattern the expression of a schema */
export function formWords(pattern: string): string | null {
  return FORM_WORDS[pattern] ?? null
}

/** A named form of texts, such as `date`, as people say it; null for one without words, which a test forbids. */
export function formatWords(format: string): string | null {
  return FORMAT_WORDS[format] ?? null
}

const REQUIREMENTS = /\s*\((?:(?:[A-Z][A-Z0-9]*-\d+|decisions? \d+)(?:, | and | to )?)+\)/g

/** A description of a schema without what only its authors look up: numbers of requirements and decisions. */
export function plainDescription(text: string): string {
  return text.replace(REQUIREMENTS, '').trim()
}

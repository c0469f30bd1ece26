import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const ENTRY = 'src/client/app/verify/verify.entry.ts'
const LOCALES = 'brands/_base/locales'
/** Which texts the page has: its own, and what is wrong with a proof. */
const TEXTS = /^(?:verify\.|draws\.proof_|bingo\.proof_|scratch\.(?:proof|card|deck)_)/
const FILES = ['verify', 'draws', 'bingo', 'scratch']
const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{display:grid;gap:12px;max-width:760px;margin:0 auto;padding:24px 16px}
h1{margin:0;font-size:26px}p{margin:0}
textarea{width:100%;box-sizing:border-box;padding:10px;border-radius:8px;font:13px/1.4 ui-monospace,monospace;direction:ltr}
button{justify-self:start;min-height:48px;padding:0 24px;border:0;border-radius:8px;background:#0b5f5a;color:#fff;font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}
[data-verdict]{padding:12px 14px;border-radius:8px;font-weight:600}
[data-verdict=right]{background:#d7f5e1;color:#0a4d24}[data-verdict=wrong]{background:#ffe0dd;color:#7a130a}`

/** Writes the page that verifies receipts: one file with its script, its style and its texts, which loads nothing and may load nothing.
 *  @param root folder of the repository  @param to where the page is written */
export async function buildVerifier(root: string, to: string): Promise<void> {
  const made = await build({
    ...{ root, mode: 'production', logLevel: 'warn', configFile: false },
    define: { VERIFY_TEXTS: JSON.stringify(textsBelow(join(root, LOCALES))) },
    build: { write: false, lib: { entry: join(root, ENTRY), formats: ['iife'], name: 'verifier' } },
  })
  const [chunk] = [made].flat().flatMap((part) => ('output' in part ? part.output : []))
  if (chunk?.type !== 'chunk') throw new Error('the page that verifies receipts has no script')
  // The end of a script element within the script would end it.
  const script = chunk.code.replaceAll('</script', '<\\/script')
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(STYLE)}; base-uri 'none'; form-action 'none'`
  writeFileSync(
    to,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Verify a receipt</title>
<style>${STYLE}</style>
</head>
<body>
<script>${script}</script>
</body>
</html>
`,
  )
}

function textsBelow(folder: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const texts = (language: string) =>
    FILES.flatMap((file) =>
      Object.entries(
        JSON.parse(readFileSync(join(folder, language, `${file}.json`), 'utf8')) as Record<string, string>,
      ),
    ).filter(([key]) => TEXTS.test(key))
  return Object.fromEntries(readdirSync(folder).map((language) => [language, Object.fromEntries(texts(language))]))
}
